package org.offloadtck.engine.interpreter;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.semantics.Integers;

/// The pure operations of [org.offloadtck.engine.code.Op], over all 32 lanes of rows.
///
/// `r` is the register file, `d`, `a`, `b`, `c` index lane 0 of a row. Each operation is a method
/// with a loop of constant length, so that the just-in-time compiler unrolls each once for every
/// kernel.
final class RowArithmetic {

    private static final int LANES = Code.LANES;

    /// Up to this number of lanes are copied one by one.
    private static final int FEW = 4;

    private static final long WORD = 0xffff_ffffL;

    private RowArithmetic() {}

    /// Copies the lanes of `mask` from the row `from` to the row `d`.
    static void merge(long[] r, int d, int from, int mask) {
        if (Integer.bitCount(mask) > FEW) {
            for (int l = 0; l < LANES; l++) {
                r[d + l] = (mask >>> l & 1) != 0 ? r[from + l] : r[d + l];
            }
            return;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            r[d + l] = r[from + l];
        }
    }

    /// The row `a` in the lanes of `first`, the row `b` in the others.
    static void select(long[] r, int d, int a, int b, int first) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (first >>> l & 1) != 0 ? r[a + l] : r[b + l];
        }
    }

    static void move(long[] r, int d, int a) {
        System.arraycopy(r, a, r, d, LANES);
    }

    static void add32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (r[a + l] + r[b + l]) & WORD;
        }
    }

    static void add64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] + r[b + l];
        }
    }

    static void subtract32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (r[a + l] - r[b + l]) & WORD;
        }
    }

    static void subtract64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] - r[b + l];
        }
    }

    static void multiply32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (r[a + l] * r[b + l]) & WORD;
        }
    }

    static void multiply64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] * r[b + l];
        }
    }

    static void multiplyWideSigned(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (long) (int) r[a + l] * (int) r[b + l];
        }
    }

    static void multiplyAdd32(long[] r, int d, int a, int b, int c) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (r[a + l] * r[b + l] + r[c + l]) & WORD;
        }
    }

    static void multiplyAdd64(long[] r, int d, int a, int b, int c) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] * r[b + l] + r[c + l];
        }
    }

    static void multiplyAddWideSigned(long[] r, int d, int a, int b, int c) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (long) (int) r[a + l] * (int) r[b + l] + r[c + l];
        }
    }

    static void and(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] & r[b + l];
        }
    }

    static void or(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] | r[b + l];
        }
    }

    static void xor(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] ^ r[b + l];
        }
    }

    static void shiftLeft32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Integers.shiftLeft(r[a + l], r[b + l], 32);
        }
    }

    static void shiftLeft64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Integers.shiftLeft(r[a + l], r[b + l], 64);
        }
    }

    static void shiftRight(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Integers.shiftRight(r[a + l], r[b + l], 64);
        }
    }

    static void shiftRightSigned32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (int) r[a + l] >> Math.min(r[b + l], 31) & WORD;
        }
    }

    static void shiftRightSigned64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = r[a + l] >> Math.min(r[b + l], 63);
        }
    }

    static void minimum32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Math.min((int) r[a + l], (int) r[b + l]) & WORD;
        }
    }

    static void maximum32(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Math.max((int) r[a + l], (int) r[b + l]) & WORD;
        }
    }

    static void minimum64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Math.min(r[a + l], r[b + l]);
        }
    }

    static void maximum64(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = Math.max(r[a + l], r[b + l]);
        }
    }

    static void signExtend32(long[] r, int d, int a) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = (int) r[a + l];
        }
    }

    static void addFloat(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f32(r[a + l]) + f32(r[b + l]));
        }
    }

    static void subtractFloat(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f32(r[a + l]) - f32(r[b + l]));
        }
    }

    static void multiplyFloat(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f32(r[a + l]) * f32(r[b + l]));
        }
    }

    static void fmaFloat(long[] r, int d, int a, int b, int c) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(Math.fma(f32(r[a + l]), f32(r[b + l]), f32(r[c + l])));
        }
    }

    static void addDouble(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f64(r[a + l]) + f64(r[b + l]), r[a + l], r[b + l], 0);
        }
    }

    static void subtractDouble(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f64(r[a + l]) - f64(r[b + l]), r[a + l], r[b + l], 0);
        }
    }

    static void multiplyDouble(long[] r, int d, int a, int b) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] = bits(f64(r[a + l]) * f64(r[b + l]), r[a + l], r[b + l], 0);
        }
    }

    static void fmaDouble(long[] r, int d, int a, int b, int c) {
        for (int l = 0; l < LANES; l++) {
            r[d + l] =
                    bits(
                            Math.fma(f64(r[a + l]), f64(r[b + l]), f64(r[c + l])),
                            r[a + l],
                            r[b + l],
                            r[c + l]);
        }
    }
}
