package org.offloadtck.engine.semantics;

import java.util.function.DoubleUnaryOperator;

/// Rounding by random bits, `.rs`: away from zero if the random bits, added to as many bits of what
/// is cut off, carry (PTX ISA 8.7 §9.7.9.22).
public final class RandomRounding {

    private RandomRounding() {}

    /// Which random bits two numbers have. The document gives those of `.f16x2` and `.bf16x2`. Two
    /// numbers of 8 bits share 16, of which the first has the reverse, as others observed on a
    /// B200. Of numbers of 4 bits it is assumed that each has 8 of its own.
    ///
    /// @param bits that are added
    /// @param shift of the bits of the first number
    public record Layout(int bits, int shift, boolean isShared) {

        private static final int BITS_OF_F16 = 13;

        /// The layout of two numbers.
        ///
        /// @param width of a number in a register
        /// @param isF16 or else `.bf16`, if the width is 16
        public static Layout of(int width, boolean isF16) {
            return switch (width) {
                case Short.SIZE -> new Layout(isF16 ? BITS_OF_F16 : Short.SIZE, Short.SIZE, false);
                case Byte.SIZE -> new Layout(Short.SIZE, 0, true);
                default -> new Layout(Byte.SIZE, Short.SIZE, false);
            };
        }

        public long first(long random) {
            long own = Integers.truncate(random >>> shift, bits);
            return isShared ? Integer.reverse((int) own) >>> (Integer.SIZE - bits) : own;
        }

        public long second(long random) {
            return Integers.truncate(random, bits);
        }
    }

    /// Rounds to an integer.
    public static DoubleUnaryOperator of(long random, int bits) {
        return value -> {
            double magnitude = Math.abs(value);
            double whole = Math.floor(magnitude);
            long cut = (long) Math.scalb(magnitude - whole, bits);
            boolean carries = (cut + random) >>> bits != 0;
            return Math.copySign(carries ? whole + 1 : whole, value);
        };
    }
}
