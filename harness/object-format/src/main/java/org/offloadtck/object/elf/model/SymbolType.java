package org.offloadtck.object.elf.model;

/// The kind of thing that a symbol names: the low four bits of `st_info`.
public record SymbolType(int code) {

    public static final SymbolType NOTYPE = new SymbolType(0);
    public static final SymbolType OBJECT = new SymbolType(1);
    public static final SymbolType FUNC = new SymbolType(2);
    public static final SymbolType SECTION = new SymbolType(3);
    public static final SymbolType FILE = new SymbolType(4);
    public static final SymbolType COMMON = new SymbolType(5);
    public static final SymbolType TLS = new SymbolType(6);

    /// Written out: the equality that a record has by itself is slow in code of the first compiler.
    @Override
    public boolean equals(Object other) {
        return other instanceof SymbolType that && that.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }
}
