package org.offloadtck.object.elf;

/// Who outside its component may refer to a symbol: the low two bits of `st_other`.
public enum SymbolVisibility {
    DEFAULT(0),
    INTERNAL(1),
    HIDDEN(2),
    PROTECTED(3);

    static final int MASK = 3;

    private final int code;

    SymbolVisibility(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    static SymbolVisibility of(int other) {
        return switch (other & MASK) {
            case 0 -> DEFAULT;
            case 1 -> INTERNAL;
            case 2 -> HIDDEN;
            default -> PROTECTED;
        };
    }
}
