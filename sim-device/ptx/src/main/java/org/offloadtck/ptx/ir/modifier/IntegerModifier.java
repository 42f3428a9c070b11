package org.offloadtck.ptx.ir.modifier;

/// Modifiers of integer instructions that move bits: `shf`, `prmt` and `cvt.pack`.
public sealed interface IntegerModifier extends Modifier {

    /// The type of the integers that `cvt.pack` packs (PTX ISA §9.7.9.22).
    enum PackedInteger implements IntegerModifier {
        U16("u16", 16),
        S16("s16", 16),
        U8("u8", 8),
        S8("s8", 8),
        U4("u4", 4),
        S4("s4", 4),
        U2("u2", 2),
        S2("s2", 2);

        private final String suffix;
        private final int bits;

        PackedInteger(String suffix, int bits) {
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

        public boolean isSigned() {
            return switch (this) {
                case S16, S8, S4, S2 -> true;
                case U16, U8, U4, U2 -> false;
            };
        }
    }

    /// The mode by which `prmt` selects bytes.
    enum PermuteMode implements IntegerModifier {
        F4E("f4e"),
        B4E("b4e"),
        RC8("rc8"),
        ECL("ecl"),
        ECR("ecr"),
        RC16("rc16");

        private final String suffix;

        PermuteMode(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The treatment of shift counts above 31 by a funnel shift.
    enum ShiftBound implements IntegerModifier {
        CLAMP("clamp"),
        WRAP("wrap");

        private final String suffix;

        ShiftBound(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
