package org.offloadtck.ptx.ir.modifier;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Modifiers of `wmma`, `mma`, `wgmma`, `ldmatrix` and `stmatrix` (PTX ISA §9.7.15).
public sealed interface MatrixModifier extends Modifier {

    /// The matrix of `d = a * b + c` that a `wmma` fragment belongs to (PTX ISA §9.7.15).
    enum Fragment implements MatrixModifier {
        A("a"),
        B("b"),
        C("c"),
        D("d");

        private final String suffix;

        Fragment(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// Row-major or column-major order of a matrix in memory.
    enum Layout implements MatrixModifier {
        ROW("row"),
        COL("col");

        private final String suffix;

        Layout(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The sizes of the matrices of `wmma` and `mma`: `a` is m by k, `b` k by n (PTX ISA
    /// §9.7.15.1).
    enum Shape implements MatrixModifier {
        M16N16K16(16, 16, 16),
        M8N32K16(8, 32, 16),
        M32N8K16(32, 8, 16),
        M16N16K8(16, 16, 8),
        M8N8K4(8, 8, 4),
        M8N8K16(8, 8, 16),
        M8N8K32(8, 8, 32),
        M8N8K128(8, 8, 128),
        M16N8K4(16, 8, 4),
        M16N8K8(16, 8, 8),
        M16N8K16(16, 8, 16),
        M16N8K32(16, 8, 32),
        M16N8K64(16, 8, 64),
        M16N8K128(16, 8, 128),
        M16N8K256(16, 8, 256);

        private final int m;
        private final int n;
        private final int k;

        Shape(int m, int n, int k) {
            this.m = m;
            this.n = n;
            this.k = k;
        }

        @Override
        public String suffix() {
            return "m%dn%dk%d".formatted(m, n, k);
        }

        public int m() {
            return m;
        }

        public int n() {
            return n;
        }

        public int k() {
            return k;
        }
    }

    /// The sizes of the matrices of `wgmma.mma_async`: `a` has 64 rows and k columns, `b` k rows
    /// and n columns (PTX ISA 9.0 §9.7.15.5, *Matrix Shape*).
    record WarpgroupShape(int n, int k) implements MatrixModifier {

        private static final int MOST_COLUMNS = 256;
        private static final int COLUMN_STEP = 8;

        public WarpgroupShape {
            if (n % COLUMN_STEP != 0 || n < COLUMN_STEP || n > MOST_COLUMNS) {
                throw new IllegalArgumentException("%d columns".formatted(n));
            }
        }

        /// The shapes of all types.
        public static List<WarpgroupShape> all() {
            var shapes = new ArrayList<WarpgroupShape>();
            for (int n = COLUMN_STEP; n <= MOST_COLUMNS; n += COLUMN_STEP) {
                for (int k : new int[] {8, 16, 32, 64, 256}) {
                    shapes.add(new WarpgroupShape(n, k));
                }
            }
            return shapes;
        }

        @Override
        public String suffix() {
            return "m64n%dk%d".formatted(n, k);
        }
    }

    /// An 8-bit floating-point type of matrix elements (PTX ISA 9.0 §5.2.3).
    enum ByteFloatType implements MatrixModifier {
        E4M3("e4m3"),
        E5M2("e5m2");

        private final String suffix;

        ByteFloatType(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// A floating-point type of matrix elements of 4 or 6 bits (PTX ISA 8.7 §5.2.3).
    enum NarrowFloatType implements MatrixModifier {
        E2M1("e2m1"),
        E2M3("e2m3"),
        E3M2("e3m2");

        private final String suffix;

        NarrowFloatType(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// How the metadata of a sparse first factor order the indices of a chunk (PTX ISA 9.0
    /// §9.7.15.6.1).
    enum Metadata implements MatrixModifier {
        UNORDERED("sp"),
        ORDERED("sp::ordered_metadata");

        private final String suffix;

        Metadata(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The types of factors that a product may have, and whether blocks of them are scaled (PTX ISA
    /// 8.7 §9.7.14.5, 9.0 §9.7.16.10).
    enum Kind implements MatrixModifier {
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

        @Override
        public String suffix() {
            return suffix;
        }

        public boolean isScaled() {
            return this == MXF8F6F4 || this == MXF4 || this == MXF4NVF4;
        }
    }

    /// How many factors scale a row of the first or a column of the second matrix (PTX ISA 8.7
    /// §9.7.14.3).
    enum ScaleVector implements MatrixModifier {
        X1("scale_vec::1X", 1),
        X2("scale_vec::2X", 2),
        X4("scale_vec::4X", 4);

        private final String suffix;
        private final int factors;

        ScaleVector(String suffix, int factors) {
            this.suffix = suffix;
            this.factors = factors;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        public int factors() {
            return factors;
        }
    }

    /// The type of factors that scale blocks of a matrix (PTX ISA 8.7 §9.7.14.3).
    enum ScaleType implements MatrixModifier {
        UE8M0("ue8m0"),
        UE4M3("ue4m3");

        private final String suffix;

        ScaleType(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// A type of matrix elements that no register has (PTX ISA §5.2.4 and §9.7.15.2).
    enum SubByteType implements MatrixModifier {
        U4("u4"),
        S4("s4"),
        B1("b1");

        private final String suffix;

        SubByteType(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// What combines two bits before the bits that are set are counted: `.popc` (PTX ISA
    /// §9.7.15.5.14).
    enum BitOperation implements MatrixModifier {
        XOR("xor"),
        AND("and");

        private final String suffix;

        BitOperation(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// How `ldmatrix` and `tcgen05.cp` find 16 elements in 16 bytes (PTX ISA 8.6 §9.7.14.5.15, 9.0
    /// §9.7.16.9.1).
    enum Packing implements MatrixModifier {
        /// A byte each.
        B8("b8"),
        /// 6 bits each, and 32 bits of padding.
        B6X16_P32("b6x16_p32"),
        /// 4 bits each, and 64 bits of padding.
        B4X16_P64("b4x16_p64");

        private final String suffix;

        Packing(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// How many matrices `ldmatrix` and `stmatrix` move (PTX ISA §9.7.15.5.15).
    enum MatrixCount implements MatrixModifier {
        X1("x1", 1),
        X2("x2", 2),
        X4("x4", 4);

        private final String suffix;
        private final int count;

        MatrixCount(String suffix, int count) {
            this.suffix = suffix;
            this.count = count;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        public int count() {
            return count;
        }
    }

    /// Modifiers of the instructions of the fifth tensor cores, `tcgen05` (PTX ISA 9.0 §9.7.16).
    sealed interface TensorMemoryModifier extends MatrixModifier {

        /// The CTAs whose tensor memory an instruction accesses.
        enum CtaGroup implements TensorMemoryModifier {
            ONE("cta_group::1", 1),
            /// A pair: CTAs of a cluster whose ranks differ in the last bit (PTX ISA 9.0
            /// §9.7.16.5.1).
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

        /// Elements of a factor that have one scale factor (PTX ISA 9.0 §9.7.16.10.7.1).
        enum BlockSize implements TensorMemoryModifier {
            BLOCK_16("block16"),
            BLOCK_32("block32");

            private final String suffix;

            BlockSize(String suffix) {
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

        /// The rows and bits that are copied from shared to tensor memory (PTX ISA 9.0
        /// §9.7.16.9.2).
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

        /// What becomes of the buffer that may keep a factor from one product to the next. It has
        /// no effect on results.
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
}
