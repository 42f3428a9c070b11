package org.offloadtck.ptx.ir.modifier;

/// Modifiers of video instructions (PTX ISA §9.7.16).
public sealed interface VideoModifier extends Modifier {

    /// What combines the result with the third operand.
    enum SecondOperation implements VideoModifier {
        ADD("add"),
        MIN("min"),
        MAX("max");

        private final String suffix;

        SecondOperation(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The shift of the result of `vmad`.
    enum Scale implements VideoModifier {
        SHR7("shr7", 7),
        SHR15("shr15", 15);

        private final String suffix;
        private final int bits;

        Scale(String suffix, int bits) {
            this.suffix = suffix;
            this.bits = bits;
        }

        @Override
        public String suffix() {
            return suffix;
        }

        public int bits() {
            return bits;
        }
    }
}
