package org.offloadtck.engine.interpreter;

import static org.offloadtck.engine.interpreter.TensorMemoryKernel.LANES;

/// Forms of `tcgen05.mma`, and where PTX ISA 9.0 §9.7.16.10 has their elements.
final class TensorCoreForms {

    private TensorCoreForms() {}

    /// A type of factors and of the sum.
    enum Form {
        F16("f16", 0, 1, 16, 16),
        HALF_SUM("f16", 0, 0, 16, 16),
        BF16("f16", 1, 1, 16, 16),
        TF32("tf32", 2, 1, 32, 32),
        S8("i8", 1, 2, 8, 8),
        U8("i8", 0, 2, 8, 8),
        E4M3("f8f6f4", 0, 1, 8, 8),
        E5M2("f8f6f4", 1, 1, 8, 8),
        E2M3("f8f6f4", 3, 1, 6, 8),
        E3M2("f8f6f4", 4, 1, 6, 8),
        E2M1("f8f6f4", 5, 1, 4, 8),
        MX_E4M3("mxf8f6f4", 0, 0, 8, 8),
        MX_E2M1("mxf8f6f4", 5, 0, 4, 8),
        MXF4("mxf4", 1, 0, 4, 4),
        NVF4("mxf4nvf4", 1, 0, 4, 4);

        final String kind;
        final int code;
        final int sum;
        final int bits;
        final int container;

        Form(String kind, int code, int sum, int bits, int container) {
            this.kind = kind;
            this.code = code;
            this.sum = sum;
            this.bits = bits;
            this.container = container;
        }

        int k() {
            return 256 / container;
        }

        boolean isInteger() {
            return kind.equals("i8");
        }

        int scales() {
            return switch (this) {
                case MX_E4M3, MX_E2M1 -> 1;
                case MXF4 -> 2;
                case NVF4 -> 4;
                default -> 0;
            };
        }

        long encode(int number) {
            int size = Math.abs(number);
            long sign = number < 0 ? 1L << (bits - 1) : 0;
            return switch (this) {
                case F16, HALF_SUM -> Float.floatToFloat16(number) & 0xffffL;
                case BF16 -> Float.floatToRawIntBits(number) >>> 16;
                case TF32 -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
                case S8, U8 -> number & 0xff;
                case E4M3, MX_E4M3 -> sign | new int[] {0, 0x38, 0x40, 0x44}[size];
                case E5M2 -> sign | new int[] {0, 0x3c, 0x40, 0x42}[size];
                case E2M3 -> sign | new int[] {0, 8, 16, 20}[size];
                case E3M2 -> sign | new int[] {0, 12, 16, 18}[size];
                case E2M1, MX_E2M1, MXF4, NVF4 -> sign | new int[] {0, 2, 4, 5}[size];
            };
        }
    }

    /// A layout of a factor in shared memory, as in [WarpgroupKernel.Canonical].
    ///
    /// @param mode of the descriptor
    record Layout(boolean isTransposed, int mode) {

        int width() {
            return switch (mode) {
                case 0 -> 1;
                case 1, 2 -> 8;
                case 4 -> 4;
                default -> 2;
            };
        }

        int rows() {
            return mode == 1 ? 4 : 8;
        }

        /// The byte of the 16 bytes that have an element, and its bit in them.
        long bit(Form form, int start, int line, int k, int lbo, int sbo) {
            int t = 128 / form.container;
            int across = isTransposed ? line : k;
            int inner = across % t * form.bits;
            int unit = across / t;
            int address =
                    isTransposed
                            ? width() == 1
                                    ? unit * sbo + k % 8 * 16 + k / 8 * lbo
                                    : unit % width() * 16
                                            + unit / width() * lbo
                                            + k % rows() * 16 * width()
                                            + k / rows() * sbo
                            : line % 8 * 16 * width()
                                    + line / 8 * sbo
                                    + unit * (width() == 1 ? lbo : 16);
            address += start;
            int swizzled =
                    mode == 1
                            ? address ^ (address >> 7 & 3) << 5
                            : address ^ (address >> 7 & (width() - 1)) << 4;
            return swizzled * 8L + inner;
        }
    }

    record Case(
            Form form,
            int m,
            int n,
            int ctas,
            boolean isWeightStationary,
            boolean fromTensorMemory,
            Layout a,
            Layout b,
            int options) {

        boolean adds() {
            return (options & 1) != 0;
        }

        int sign(int factor) {
            return (options >> (1 + factor) & 1) != 0 && !form.isInteger() ? -1 : 1;
        }

        boolean isMasked() {
            return (options & 8) != 0 && form.scales() == 0 && !isWeightStationary;
        }

        int divisions() {
            boolean canDivide = form.kind.equals("f16") || form.kind.equals("tf32");
            return (options & 16) != 0 && canDivide && !isWeightStationary ? 1 : 0;
        }

        boolean isSparse() {
            return (options & 32) != 0;
        }

        /// Which column has the metadata of 16 bits and more.
        int selector() {
            return isSparse() && form.container > 8 ? options >> 6 : 0;
        }

        int depth() {
            return isSparse() ? 2 * form.k() : form.k();
        }

        int rows() {
            return m / ctas;
        }

        int folds() {
            return (ctas == 2 && !isSparse()) || isWeightStationary ? LANES / rows() : 1;
        }

        int lane(int row, int column) {
            return folds() > 1
                    ? row + column / (n / folds()) * (LANES / folds())
                    : rows() == 64 ? row / 16 * 32 + row % 16 : row;
        }
    }
}
