package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.NarrowFormat;
import org.offloadtck.ptx.matrix.MatrixElement;

/// The numbers that the elements of factors denote. A `float` holds each of them exactly.
final class ElementCodec {

    /// The bits of `.tf32` that count: the upper 19 (PTX ISA §5.2.3).
    private static final int TF32_MASK = 0xffff_e000;

    private static final float[] E4M3 = table(NarrowFormat.E4M3, 0);
    private static final float[] E2M3 = table(NarrowFormat.E2M3, 0);
    private static final float[] E3M2 = table(NarrowFormat.E3M2, 0);
    private static final float[] E2M1 = table(NarrowFormat.E2M1, 0);

    /// Two bits of the byte are below the number.
    private static final float[] E2M1_IN_BYTE = table(NarrowFormat.E2M1, 2);

    private ElementCodec() {}

    /// The numbers of all bytes.
    private static float[] table(NarrowFormat format, int shift) {
        var numbers = new float[1 << Byte.SIZE];
        for (int bits = 0; bits < numbers.length; bits++) {
            numbers[bits] = (float) format.decode(bits >> shift);
        }
        return numbers;
    }

    /// @param bits of the element in the low bits, zeros above
    static float single(MatrixElement element, long bits) {
        return switch (element) {
            case F16 -> Float.float16ToFloat((short) bits);
            case BF16 -> Float.intBitsToFloat((int) bits << Short.SIZE);
            case TF32 -> Float.intBitsToFloat((int) bits & TF32_MASK);
            case E4M3 -> E4M3[(int) bits];
            case E2M3 -> E2M3[(int) bits];
            case E3M2 -> E3M2[(int) bits];
            case E2M1 -> E2M1[(int) bits];
            case E2M1_IN_BYTE -> E2M1_IN_BYTE[(int) bits];
            case E5M2 -> Float.float16ToFloat((short) (bits << Byte.SIZE));
            case S8 -> (byte) bits;
            case S4 -> (int) bits << 28 >> 28;
            case U8, U4, B1 -> bits;
            case F32, F64, S32 ->
                    throw new IllegalStateException("%s is no factor in float".formatted(element));
        };
    }
}
