package org.offloadtck.object.elf.model;

/// Who outside its component may refer to a symbol: the low two bits of `st_other`.
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

    /// What holds of a symbol when one object says this of it and another that: the more
    /// constraining of the two. Source: generic ABI, "Symbol Table", on `STV_DEFAULT` to
    /// `STV_INTERNAL`.
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
