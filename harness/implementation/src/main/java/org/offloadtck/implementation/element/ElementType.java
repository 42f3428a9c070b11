package org.offloadtck.implementation.element;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.stream.Stream;

/// The type of a buffer's elements and of an expression's values, with its layout in the memory of
/// an x86_64 or nvptx64 program: little-endian, complex numbers as real part before imaginary part.
///
/// @see "C11, 6.2.5 paragraph 13: representation of complex types"
public enum ElementType {
    I32("i32", Integer.BYTES, Integer.BYTES),
    I64("i64", Long.BYTES, Long.BYTES),
    F32("f32", Float.BYTES, Float.BYTES),
    F64("f64", Double.BYTES, Double.BYTES),
    COMPLEX64("complex64", 2 * Float.BYTES, Float.BYTES),
    COMPLEX128("complex128", 2 * Double.BYTES, Double.BYTES);

    private static final ValueLayout.OfInt INT =
            JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final String spelling;
    private final int bytes;
    private final int alignment;

    ElementType(String spelling, int bytes, int alignment) {
        this.spelling = spelling;
        this.bytes = bytes;
        this.alignment = alignment;
    }

    /// The type with this spelling.
    public static Optional<ElementType> of(String spelling) {
        return Stream.of(values()).filter(type -> type.spelling.equals(spelling)).findFirst();
    }

    /// Size of an element in bytes.
    public int bytes() {
        return bytes;
    }

    /// Alignment of an element in bytes.
    public int alignment() {
        return alignment;
    }

    public boolean isInteger() {
        return this == I32 || this == I64;
    }

    public boolean isComplex() {
        return this == COMPLEX64 || this == COMPLEX128;
    }

    /// Reads the element that begins at byte `offset`.
    ElementValue read(MemorySegment memory, long offset) {
        return switch (this) {
            case I32 -> new ElementValue.I32(memory.get(INT, offset));
            case I64 -> new ElementValue.I64(memory.get(LONG, offset));
            case F32 -> new ElementValue.F32(memory.get(FLOAT, offset));
            case F64 -> new ElementValue.F64(memory.get(DOUBLE, offset));
            case COMPLEX64 ->
                    new ElementValue.Complex64(
                            memory.get(FLOAT, offset), memory.get(FLOAT, offset + Float.BYTES));
            case COMPLEX128 ->
                    new ElementValue.Complex128(
                            memory.get(DOUBLE, offset), memory.get(DOUBLE, offset + Double.BYTES));
        };
    }

    /// Writes `value` at byte `offset` as an element of the value's own type.
    static void write(ElementValue value, MemorySegment memory, long offset) {
        switch (value) {
            case ElementValue.I32(int bits) -> memory.set(INT, offset, bits);
            case ElementValue.I64(long bits) -> memory.set(LONG, offset, bits);
            case ElementValue.F32(float number) -> memory.set(FLOAT, offset, number);
            case ElementValue.F64(double number) -> memory.set(DOUBLE, offset, number);
            case ElementValue.Complex64(float re, float im) -> {
                memory.set(FLOAT, offset, re);
                memory.set(FLOAT, offset + Float.BYTES, im);
            }
            case ElementValue.Complex128(double re, double im) -> {
                memory.set(DOUBLE, offset, re);
                memory.set(DOUBLE, offset + Double.BYTES, im);
            }
        }
    }

    @Override
    public String toString() {
        return spelling;
    }
}
