package org.offloadtck.engine.code;

import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.Integers.Signedness;

/// Extended-precision arithmetic (PTX ISA §9.7.2): sums, differences and products with a carry.
///
/// The flag is the carry out of an adder, which subtracts by adding the complement: a difference
/// clears it where it borrows. So a `subc` after an `add.cc` borrows unless the sum carried
/// (`docs/ptx-isa.md`, P4).
///
/// A kind, the [Code#X] of [Op#CARRY], is a set of the bits below.
public final class CarryArithmetic {

    public static final int SUBTRACTS = 1;
    public static final int MULTIPLIES = 2;

    /// The high half of the product.
    public static final int HIGH = 4;

    /// Adds the carry, or subtracts its complement.
    public static final int IN = 8;

    /// Sets the carry.
    public static final int OUT = 16;

    /// 64 bits rather than 32.
    public static final int WIDE = 32;

    public static final int SIGNED = 64;

    private CarryArithmetic() {}

    /// A result and the carry out of it, 0 or 1.
    public record Sum(long value, int carry) {}

    public static Sum of(int kind, long a, long b, long c, int carry) {
        int in = (kind & IN) != 0 ? carry : 0;
        int bits = (kind & WIDE) != 0 ? Long.SIZE : Integer.SIZE;
        if ((kind & SUBTRACTS) != 0) {
            return difference(a, b, (kind & IN) != 0 ? 1 - carry : 0, bits);
        }
        return (kind & MULTIPLIES) != 0
                ? sum(product(kind, a, b, bits), c, in, bits)
                : sum(a, b, in, bits);
    }

    private static long product(int kind, long a, long b, int bits) {
        if ((kind & HIGH) == 0) {
            return Integers.truncate(a * b, bits);
        }
        boolean signed = (kind & SIGNED) != 0;
        var width = new Integers.Width(bits, signed ? Signedness.SIGNED : Signedness.UNSIGNED);
        return Integers.multiplyHigh(width.extend(a), width.extend(b), bits, width.sign());
    }

    private static Sum sum(long a, long b, int in, int bits) {
        long value = Integers.truncate(a + b + in, bits);
        boolean carries =
                in == 0 ? Long.compareUnsigned(value, a) < 0 : Long.compareUnsigned(value, a) <= 0;
        return new Sum(value, carries ? 1 : 0);
    }

    private static Sum difference(long a, long b, int borrow, int bits) {
        long value = Integers.truncate(a - b - borrow, bits);
        boolean borrows =
                borrow == 0 ? Long.compareUnsigned(a, b) < 0 : Long.compareUnsigned(a, b) <= 0;
        return new Sum(value, borrows ? 0 : 1);
    }
}
