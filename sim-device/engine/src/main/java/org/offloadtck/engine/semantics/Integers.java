package org.offloadtck.engine.semantics;

/// Integer and bit-field operations (PTX ISA §9.7.1, §9.7.8) that Java has no operator for.
public final class Integers {

    private Integers() {}

    /// The low `bits` bits, 1 to 64.
    public static long truncate(long value, int bits) {
        return bits == Long.SIZE ? value : value & ((1L << bits) - 1);
    }

    /// The low `bits` bits as a signed number, 1 to 64.
    public static long signed(long value, int bits) {
        int unused = Long.SIZE - bits;
        return value << unused >> unused;
    }

    /// `div` of signed numbers. Division by zero returns all ones, like the instruction sequences
    /// of current devices; PTX ISA leaves it unspecified (§9.7.1.8).
    public static long divideSigned(long a, long b) {
        return b == 0 ? -1 : a / b;
    }

    /// `div` of unsigned numbers. Division by zero returns all ones.
    public static long divideUnsigned(long a, long b) {
        return b == 0 ? -1 : Long.divideUnsigned(a, b);
    }

    /// `rem` of signed numbers. Division by zero returns all ones, as an H200 does.
    public static long remainderSigned(long a, long b) {
        return b == 0 ? -1 : a % b;
    }

    /// `rem` of unsigned numbers. Division by zero returns all ones.
    public static long remainderUnsigned(long a, long b) {
        return b == 0 ? -1 : Long.remainderUnsigned(a, b);
    }

    /// `shl` clamps amounts past the width (§9.7.8.6).
    public static long shiftLeft(long a, long amount, int bits) {
        return Long.compareUnsigned(amount, bits) >= 0 ? 0 : truncate(a << amount, bits);
    }

    /// `shr` of an unsigned number (§9.7.8.7).
    public static long shiftRight(long a, long amount, int bits) {
        return Long.compareUnsigned(amount, bits) >= 0 ? 0 : a >>> amount;
    }

    /// `shr` of a signed number: amounts past the width leave the sign.
    public static long shiftRightSigned(long a, long amount, int bits) {
        long by = Long.compareUnsigned(amount, bits) >= 0 ? bits - 1 : amount;
        return truncate(signed(a, bits) >> by, bits);
    }

    /// `mul.hi`, `mad.hi` of signed or unsigned numbers of up to 64 bits, given extended to 64.
    public static long multiplyHigh(long a, long b, int bits, Signedness sign) {
        if (bits < Long.SIZE) {
            return truncate((a * b) >>> bits, bits);
        }
        return sign == Signedness.SIGNED
                ? Math.multiplyHigh(a, b)
                : Math.unsignedMultiplyHigh(a, b);
    }

    /// `bfind`: position of the most significant one, or of the most significant bit that differs
    /// from the sign; all ones when there is none (§9.7.1.17).
    public static long findTopBit(long a, int bits, Signedness sign) {
        long wide = sign == Signedness.SIGNED ? signed(a, bits) : a;
        long searched = wide < 0 && sign == Signedness.SIGNED ? ~wide : wide;
        return truncate(Long.SIZE - 1 - Long.numberOfLeadingZeros(searched), 32);
    }

    /// A position or length of a field: the low 8 bits of its operand (§9.7.1.19), but all 32 for
    /// numbers of 64 bits (`docs/ptx-isa.md`, P3), where 255 stands for all above.
    private static int field(long operand, int bits) {
        return bits == Long.SIZE
                ? (int) Math.min(operand & 0xffff_ffffL, 0xff)
                : (int) operand & 0xff;
    }

    /// `bfe` (§9.7.1.19).
    public static long extract(long a, long b, long c, Width width) {
        int position = field(b, width.bits());
        int length = field(c, width.bits());
        int top = width.bits() - 1;
        boolean fills = width.sign() == Signedness.SIGNED && length > 0;
        boolean fill = fills && (a >>> Math.min(position + length - 1, top) & 1) != 0;
        long field = position > top ? 0 : a >>> position;
        int kept = Math.min(length, Math.max(0, width.bits() - position));
        long low = kept == 0 ? 0 : truncate(field, kept);
        long high = kept == 0 ? -1L : kept == Long.SIZE ? 0 : -1L << kept;
        return truncate(fill ? low | high : low, width.bits());
    }

    /// `bfi`: the low `length` bits of `a` inserted into `b` at `position` (§9.7.1.20).
    public static long insert(long a, long b, int position, int length, int bits) {
        int at = field(position, bits);
        int kept = Math.min(field(length, bits), Math.max(0, bits - at));
        if (kept == 0) {
            return b;
        }
        long field = kept == Long.SIZE ? -1L : (1L << kept) - 1;
        return truncate((b & ~(field << at)) | ((a & field) << at), bits);
    }

    /// `prmt` in its default mode: each of four selectors picks a byte of `b:a`, or its sign
    /// (§9.7.8.7).
    public static long permute(long a, long b, long selectors) {
        long bytes = b << 32 | a;
        long result = 0;
        for (int i = 0; i < 4; i++) {
            int selector = (int) (selectors >>> (4 * i)) & 0xf;
            long picked = (bytes >>> (8 * (selector & 7))) & 0xff;
            if ((selector & 8) != 0) {
                picked = (picked & 0x80) != 0 ? 0xff : 0;
            }
            result |= picked << (8 * i);
        }
        return result;
    }

    /// `bmsk`: `length` ones from `position` on, both up to 32 (§9.7.1.22).
    public static long mask(long position, long length) {
        return truncate(((1L << length) - 1) << position, 32);
    }

    /// `szext`: the low `length` bits, 0 to 32, with the sign that the highest of them is, or with
    /// zeros (§9.7.1.21).
    public static long extendLow(long a, int length, Signedness sign) {
        if (length == 0) {
            return 0;
        }
        long low = truncate(a, length);
        return sign == Signedness.SIGNED ? truncate(signed(low, length), 32) : low;
    }

    /// `fns`: where the `offset`-th one is from bit `base` on, upwards or, if negative, downwards;
    /// all ones when there is none (§9.7.1.18).
    public static long findSetBit(long mask, long base, long offset) {
        long left = Math.max(0, Math.abs((int) offset) - 1);
        int step = (int) offset < 0 ? -1 : 1;
        for (long at = base; at >= 0 && at < Integer.SIZE; at += step) {
            boolean isSet = (mask >>> at & 1) != 0;
            if (isSet && left == 0) {
                return at;
            }
            if (offset == 0) {
                break;
            }
            left -= isSet ? 1 : 0;
        }
        return truncate(-1, Integer.SIZE);
    }

    /// `lop3`: any function of three bits, by its truth table (§9.7.8.6).
    public static long logic(long a, long b, long c, int table) {
        long result = 0;
        for (int row = 0; row < 8; row++) {
            if ((table >>> row & 1) != 0) {
                result |=
                        ((row & 4) != 0 ? a : ~a)
                                & ((row & 2) != 0 ? b : ~b)
                                & ((row & 1) != 0 ? c : ~c);
            }
        }
        return truncate(result, 32);
    }

    /// `shf.l`: the high half of `b:a` shifted left by `amount`, 0 to 32 (§9.7.8.5).
    public static long funnelLeft(long a, long b, int amount) {
        return truncate((b << 32 | a) << amount >>> 32, 32);
    }

    /// `shf.r`: the low half of `b:a` shifted right by `amount`, 0 to 32.
    public static long funnelRight(long a, long b, int amount) {
        return truncate((b << 32 | a) >>> amount, 32);
    }

    /// `dp4a`: `c` and the products of the four bytes of `a` and `b` (§9.7.1.24).
    public static long dotProduct(long a, long b, long c, Signedness left, Signedness right) {
        var first = new Width(Byte.SIZE, left);
        var second = new Width(Byte.SIZE, right);
        long sum = c;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            long x = first.extend((a >>> shift) & 0xff);
            sum += x * second.extend((b >>> shift) & 0xff);
        }
        return truncate(sum, Integer.SIZE);
    }

    /// `dp2a`: `c` and the products of the two halves of `a` with the two low bytes of `b`
    /// (§9.7.1.25).
    public static long dotProduct2(long a, long b, long c, Signedness left, Signedness right) {
        var first = new Width(Short.SIZE, left);
        var second = new Width(Byte.SIZE, right);
        long low = first.extend(a & 0xffff) * second.extend(b & 0xff);
        long high = first.extend(a >>> Short.SIZE) * second.extend((b >>> Byte.SIZE) & 0xff);
        return truncate(c + low + high, Integer.SIZE);
    }

    /// Clamps a sum or difference of signed 32-bit numbers, as `.sat` does (§9.7.1.1).
    public static long saturate(long wide) {
        return truncate(Math.clamp(wide, Integer.MIN_VALUE, Integer.MAX_VALUE), 32);
    }

    /// Whether a number's top bit is its sign.
    public enum Signedness {
        SIGNED,
        UNSIGNED
    }

    /// How an integer is held: 16, 32 or 64 bits, signed or not.
    public record Width(int bits, Signedness sign) {

        /// The number in a register's bits, extended to 64 bits.
        public long extend(long value) {
            return sign == Signedness.SIGNED ? signed(value, bits) : value;
        }
    }
}
