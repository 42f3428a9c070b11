package org.offloadtck.object.elf.model;

/// A row of a symbol table: a decoded `Elf64_Sym`.
///
/// @param value an offset into the section in a relocatable object, otherwise an address
/// @param size in bytes; 0 if unknown
/// @param other the bits of `st_other` above the visibility; their meaning depends on the machine
public record Symbol(
        String name,
        SymbolBinding binding,
        SymbolType type,
        SymbolVisibility visibility,
        SymbolPlace place,
        long value,
        long size,
        int other) {

    /// A symbol without machine-specific bits in `st_other`.
    public Symbol(
            String name,
            SymbolBinding binding,
            SymbolType type,
            SymbolVisibility visibility,
            SymbolPlace place,
            long value,
            long size) {
        this(name, binding, type, visibility, place, value, size, 0);
    }

    /// An undefined global symbol: a reference to another object's definition.
    public static Symbol undefined(String name) {
        return new Symbol(
                name,
                SymbolBinding.GLOBAL,
                SymbolType.NOTYPE,
                SymbolVisibility.DEFAULT,
                SymbolPlace.UNDEFINED,
                0,
                0);
    }

    /// The same symbol, defined elsewhere.
    public Symbol withPlace(SymbolPlace changed, long changedValue) {
        return new Symbol(name, binding, type, visibility, changed, changedValue, size, other);
    }

    public Symbol withVisibility(SymbolVisibility changed) {
        return new Symbol(name, binding, type, changed, place, value, size, other);
    }

    public boolean isLocal() {
        return binding.equals(SymbolBinding.LOCAL);
    }

    public boolean isWeak() {
        return binding.equals(SymbolBinding.WEAK);
    }

    public boolean isUndefined() {
        return place.equals(SymbolPlace.UNDEFINED);
    }
}
