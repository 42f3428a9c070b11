package org.offloadtck.object.elf.model;

/// The visibility of a symbol outside its component: the low two bits of `st_other`.
public enum SymbolVisibility {
    DEFAULT(0),
    INTERNAL(1),
    HIDDEN(2),
    PROTECTED(3);

    public static final int MASK = 3;

    private final int code;

    SymbolVisibility(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /// The more constraining of two visibilities: the one that a linker gives a symbol for which
    /// objects state both. Source: generic ABI, "Symbol Table", on `STV_DEFAULT` to `STV_INTERNAL`.
    public SymbolVisibility and(SymbolVisibility that) {
        if (this == DEFAULT || that == DEFAULT) {
            return this == DEFAULT ? that : this;
        }
        return code < that.code ? this : that;
    }

    public static SymbolVisibility of(int other) {
        return switch (other & MASK) {
            case 0 -> DEFAULT;
            case 1 -> INTERNAL;
            case 2 -> HIDDEN;
            default -> PROTECTED;
        };
    }
}
