package org.offloadtck.object.elf.build;

import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The properties of a symbol that [SectionAssembler] defines at its current position.
///
/// @param size in bytes, of the symbol's code or data
public record SymbolDefinition(
        String name,
        SymbolBinding binding,
        SymbolType type,
        SymbolVisibility visibility,
        long size) {

    /// A local symbol for data.
    public static SymbolDefinition local(String name, long size) {
        return new SymbolDefinition(
                name, SymbolBinding.LOCAL, SymbolType.OBJECT, SymbolVisibility.DEFAULT, size);
    }

    /// A global symbol for data.
    public static SymbolDefinition global(String name, long size) {
        return new SymbolDefinition(
                name, SymbolBinding.GLOBAL, SymbolType.OBJECT, SymbolVisibility.DEFAULT, size);
    }

    public SymbolDefinition with(SymbolBinding other) {
        return new SymbolDefinition(name, other, type, visibility, size);
    }

    public SymbolDefinition with(SymbolType other) {
        return new SymbolDefinition(name, binding, other, visibility, size);
    }

    public SymbolDefinition with(SymbolVisibility other) {
        return new SymbolDefinition(name, binding, type, other, size);
    }

    /// The symbol in the section of that index.
    ///
    /// @param value an offset into the section in a relocatable object, otherwise an address
    public Symbol in(int section, long value) {
        return new Symbol(
                name, binding, type, visibility, new SymbolPlace.InSection(section), value, size);
    }
}
