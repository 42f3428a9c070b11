package org.offloadtck.object.elf.model;

/// The scope of a symbol's name in a link: the high four bits of `st_info`.
public record SymbolBinding(int code) {

    public static final SymbolBinding LOCAL = new SymbolBinding(0);
    public static final SymbolBinding GLOBAL = new SymbolBinding(1);
    public static final SymbolBinding WEAK = new SymbolBinding(2);

    /// Written out: the equality that a record has by itself is slow in code of the first compiler.
    @Override
    public boolean equals(Object other) {
        return other instanceof SymbolBinding that && that.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }
}
