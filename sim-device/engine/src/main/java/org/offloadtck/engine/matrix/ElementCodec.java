package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;

/// The numbers that the elements of matrices denote. A `double` holds each of them exactly.
final class ElementCodec {

    /// The bits of `.tf32` that count: the upper 19 (PTX ISA §5.2.3).
    private static final int TF32_MASK = 0xffff_e000;

    /// The numbers of `.e4m3` (*OCP 8-bit Floating Point Specification* 1.0 §5.2): a bias of 7, no
    /// infinities.
    private static final double[] E4M3 = e4m3();

    private ElementCodec() {}

    private static double[] e4m3() {
        var numbers = new double[256];
        for (int bits = 0; bits < numbers.length; bits++) {
            int exponent = bits >> 3 & 15;
            int fraction = bits & 7;
            double magnitude =
                    (bits & 0x7f) == 0x7f
                            ? Double.NaN
                            : Math.scalb(
                                    exponent == 0 ? fraction : 8.0 + fraction,
                                    Math.max(exponent, 1) - 10);
            numbers[bits] = bits < 128 ? magnitude : -magnitude;
        }
        return numbers;
    }

    /// @param bits of the element in the low bits, zeros above
    static double decode(MatrixElement element, long bits) {
        return switch (element) {
            case F16 -> HalfFormat.IEEE.decode(bits);
            case BF16 -> HalfFormat.BRAIN.decode(bits);
            case TF32 -> Float.intBitsToFloat((int) bits & TF32_MASK);
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            case S32 -> (int) bits;
            case E4M3 -> E4M3[(int) bits];
            case E5M2 -> HalfFormat.IEEE.decode(bits << Byte.SIZE);
            case S8 -> (byte) bits;
            case S4 -> (int) bits << 28 >> 28;
            case U8, U4, B1 -> bits;
        };
    }

    /// The bits of the element nearest to a sum. A NaN of `.f16` or `.f32` becomes the canonical
    /// one of its type.
    static long encode(MatrixElement element, double sum, Overflow overflow) {
        return switch (element) {
            case F16 -> HalfFormat.IEEE.encode(sum);
            case F32 -> Floats.bits((float) sum);
            case F64 -> Double.doubleToRawLongBits(sum);
            case S32 ->
                    switch (overflow) {
                        case WRAP -> (long) sum & 0xffff_ffffL;
                        case CLAMP -> (int) sum & 0xffff_ffffL;
                    };
            case BF16, TF32, E4M3, E5M2, U8, S8, U4, S4, B1 ->
                    throw new IllegalStateException("%s is no sum".formatted(element));
        };
    }
}
