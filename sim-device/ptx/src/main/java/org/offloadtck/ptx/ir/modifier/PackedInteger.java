package org.offloadtck.ptx.ir.modifier;

/// The type of the integers that `cvt.pack` packs (PTX ISA §9.7.9.22).
public enum PackedInteger implements Modifier {
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
