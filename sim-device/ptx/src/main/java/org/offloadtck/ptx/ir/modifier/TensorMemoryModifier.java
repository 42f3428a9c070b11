package org.offloadtck.ptx.ir.modifier;

import java.util.Locale;

/// Modifiers of the instructions of the fifth tensor cores, `tcgen05` (PTX ISA 9.0 §9.7.16).
public sealed interface TensorMemoryModifier extends Modifier {

    /// The CTAs whose tensor memory an instruction accesses.
    enum CtaGroup implements TensorMemoryModifier {
        ONE("cta_group::1", 1),
        /// A pair: CTAs of a cluster whose ranks differ in the last bit (PTX ISA 9.0 §9.7.16.5.1).
        TWO("cta_group::2", 2);

        private final String suffix;
        private final int ctas;

        CtaGroup(String suffix, int ctas) {
            this.suffix = suffix;
            this.ctas = ctas;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        public int ctas() {
            return ctas;
        }
    }

    /// The kind of a product: which types its factors may have.
    enum Kind implements TensorMemoryModifier {
        F16("kind::f16"),
        TF32("kind::tf32"),
        F8F6F4("kind::f8f6f4"),
        I8("kind::i8"),
        MXF8F6F4("kind::mxf8f6f4"),
        MXF4("kind::mxf4"),
        MXF4NVF4("kind::mxf4nvf4");

        private final String suffix;

        Kind(String suffix) {
            this.suffix = suffix;
        }

        /// Whether factors are scaled by blocks.
        public boolean isScaled() {
            return this == MXF8F6F4 || this == MXF4 || this == MXF4NVF4;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The scale factors of a row of the first factor (PTX ISA 9.0 §9.7.16.10.7.1).
    enum ScaleVector implements TensorMemoryModifier {
        ONE("scale_vec::1X"),
        TWO("scale_vec::2X"),
        FOUR("scale_vec::4X"),
        BLOCK_16("block16"),
        BLOCK_32("block32");

        private final String suffix;

        ScaleVector(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The lanes and bits that a warp moves between tensor memory and registers (PTX ISA 9.0
    /// §9.7.16.2.3).
    enum MoveShape implements TensorMemoryModifier {
        L32_B32("32x32b", 1),
        L16_B64("16x64b", 1),
        L16_B128("16x128b", 2),
        L16_B256("16x256b", 4),
        /// Two parts of 16 lanes.
        L16_B32_TWICE("16x32bx2", 1);

        private final String suffix;
        private final int registers;

        MoveShape(String suffix, int registers) {
            this.suffix = suffix;
            this.registers = registers;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        /// Registers of a lane for each repetition.
        public int registers() {
            return registers;
        }
    }

    /// How often a shape is repeated along the columns.
    enum Repetition implements TensorMemoryModifier {
        X1(1),
        X2(2),
        X4(4),
        X8(8),
        X16(16),
        X32(32),
        X64(64),
        X128(128);

        private final int count;

        Repetition(int count) {
            this.count = count;
        }

        @Override
        public String suffix() {
            return "x" + count;
        }

        public int count() {
            return count;
        }
    }

    /// The rows and bits that are copied from shared to tensor memory (PTX ISA 9.0 §9.7.16.9.2).
    enum CopyShape implements TensorMemoryModifier {
        R128_B256("128x256b", 128, 256),
        R4_B256("4x256b", 4, 256),
        R128_B128("128x128b", 128, 128),
        R64_B128("64x128b", 64, 128),
        R32_B128("32x128b", 32, 128);

        private final String suffix;
        private final int rows;
        private final int bits;

        CopyShape(String suffix, int rows, int bits) {
            this.suffix = suffix;
            this.rows = rows;
            this.bits = bits;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        public int rows() {
            return rows;
        }

        /// Bits of a row.
        public int bits() {
            return bits;
        }
    }

    /// The quarters of the lanes, which are those of four warps, that receive the same rows.
    enum WarpMulticast implements TensorMemoryModifier {
        PAIRS_02_13("warpx2::02_13"),
        PAIRS_01_23("warpx2::01_23"),
        ALL("warpx4");

        private final String suffix;

        WarpMulticast(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// How 16 elements are stored in 16 bytes of shared memory, which a copy expands to bytes (PTX
    /// ISA 9.0 §9.7.16.9.1).
    enum PaddedFormat implements TensorMemoryModifier {
        /// 6 bits each, then 32 bits that do not count.
        B6X16_P32("b6x16_p32"),
        /// 4 bits each, then 64 bits that do not count.
        B4X16_P64("b4x16_p64");

        private final String suffix;

        PaddedFormat(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// What becomes of the buffer that may keep a factor from one product to the next. It has no
    /// effect on results.
    record Collector(String buffer, Use use) implements TensorMemoryModifier {

        /// The use of a buffer.
        public enum Use {
            FILL,
            USE,
            LASTUSE,
            DISCARD
        }

        @Override
        public String suffix() {
            return "collector::%s::%s".formatted(buffer, use.name().toLowerCase(Locale.ROOT));
        }
    }
}
