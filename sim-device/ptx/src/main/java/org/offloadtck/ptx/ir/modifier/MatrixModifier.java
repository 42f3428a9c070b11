package org.offloadtck.ptx.ir.modifier;

/// Modifiers of `wmma` (PTX ISA §9.7.15).
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

    /// The sizes of the matrices of `wmma`: `a` is m by k, `b` k by n (PTX ISA §9.7.15.2).
    enum Shape implements MatrixModifier {
        M16N16K16("m16n16k16"),
        M8N32K16("m8n32k16"),
        M32N8K16("m32n8k16"),
        M16N16K8("m16n16k8"),
        M8N8K4("m8n8k4"),
        M8N8K32("m8n8k32"),
        M8N8K128("m8n8k128");

        private final String suffix;

        Shape(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
