package org.offloadtck.implementation.reference;

import org.offloadtck.implementation.expression.Value;

/// How values travel in place of pointers.
final class Literals {

    private Literals() {}

    /// A literal in the low bytes of a pointer: compilers store it through an integer of its size.
    static long bits(Value literal) {
        return switch (literal) {
            case Value.I32(int value) -> Integer.toUnsignedLong(value);
            case Value.I64(long value) -> value;
            case Value.F32(float value) -> Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            case Value.F64(double value) -> Double.doubleToRawLongBits(value);
            case Value.Complex64(float re, float im) ->
                    Integer.toUnsignedLong(Float.floatToRawIntBits(re))
                            | (long) Float.floatToRawIntBits(im) << Integer.SIZE;
            case Value.Complex128 _ ->
                    throw new IllegalArgumentException("a complex128 does not fit a pointer");
        };
    }
}
