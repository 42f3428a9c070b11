package org.offloadtck.object.elf.model;

import org.offloadtck.object.elf.ElfObject;

/// In relation to what a symbol is defined: `st_shndx`.
public sealed interface SymbolPlace {

    /// `SHN_UNDEF`: somewhere else.
    SymbolPlace UNDEFINED = new Undefined();

    /// `SHN_ABS`.
    SymbolPlace ABSOLUTE = new Absolute();

    /// `SHN_COMMON`: wherever the linker puts it; the symbol's value is the alignment it needs.
    SymbolPlace COMMON = new Common();

    /// In the section at `index` of [ElfObject#sections].
    record InSection(int index) implements SymbolPlace {}

    record Undefined() implements SymbolPlace {}

    record Absolute() implements SymbolPlace {}

    record Common() implements SymbolPlace {}

    /// A code of the reserved range (`SHN_LORESERVE` and up) that belongs to a processor or an
    /// operating system.
    record Reserved(int code) implements SymbolPlace {}
}
