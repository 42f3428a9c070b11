package org.offloadtck.object.elf.model;

/// The section that defines a symbol, or the reason why none does: `st_shndx`.
public sealed interface SymbolPlace {

    /// `SHN_UNDEF`: another object defines the symbol.
    SymbolPlace UNDEFINED = new Undefined();

    /// `SHN_ABS`.
    SymbolPlace ABSOLUTE = new Absolute();

    /// `SHN_COMMON`: the linker allocates the symbol; its value is the alignment.
    SymbolPlace COMMON = new Common();

    /// In the section at `index` of the object's sections.
    record InSection(int index) implements SymbolPlace {}

    record Undefined() implements SymbolPlace {}

    record Absolute() implements SymbolPlace {}

    record Common() implements SymbolPlace {}

    /// A code of the reserved range (`SHN_LORESERVE` and above) of a processor or operating system.
    record Reserved(int code) implements SymbolPlace {}
}
