package org.offloadtck.implementation.reference;

import org.offloadtck.implementation.element.ElementValue;

/// The bits of values that are passed in place of pointers.
final class LiteralBits {

    private LiteralBits() {}

    /// A literal in the low bytes of a pointer: compilers store it through an integer of its size.
    static long bits(ElementValue literal) {
        return switch (literal) {
            case ElementValue.I32(int value) -> Integer.toUnsignedLong(value);
            case ElementValue.I64(long value) -> value;
            case ElementValue.F32(float value) ->
                    Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            case ElementValue.F64(double value) -> Double.doubleToRawLongBits(value);
            case ElementValue.Complex64(float re, float im) ->
                    Integer.toUnsignedLong(Float.floatToRawIntBits(re))
                            | (long) Float.floatToRawIntBits(im) << Integer.SIZE;
            case ElementValue.Complex128 _ ->
                    throw new IllegalArgumentException("a complex128 does not fit a pointer");
        };
    }
}
