package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.matrix.MatrixElement;

/// The numbers that the elements of factors denote. A `float` holds each of them exactly.
final class ElementCodec {

    /// The bits of `.tf32` that count: the upper 19 (PTX ISA §5.2.3).
    private static final int TF32_MASK = 0xffff_e000;

    /// The numbers of `.e4m3` (*OCP 8-bit Floating Point Specification* 1.0 §5.2): a bias of 7, no
    /// infinities.
    private static final float[] E4M3 = e4m3();

    private ElementCodec() {}

    private static float[] e4m3() {
        var numbers = new float[256];
        for (int bits = 0; bits < numbers.length; bits++) {
            int exponent = bits >> 3 & 15;
            int fraction = bits & 7;
            float magnitude =
                    (bits & 0x7f) == 0x7f
                            ? Float.NaN
                            : Math.scalb(
                                    exponent == 0 ? fraction : 8f + fraction,
                                    Math.max(exponent, 1) - 10);
            numbers[bits] = bits < 128 ? magnitude : -magnitude;
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
            case E5M2 -> Float.float16ToFloat((short) (bits << Byte.SIZE));
            case S8 -> (byte) bits;
            case S4 -> (int) bits << 28 >> 28;
            case U8, U4, B1 -> bits;
            case F32, F64, S32 ->
                    throw new IllegalStateException("%s is no factor in float".formatted(element));
        };
    }
}
