package org.offloadtck.object.elf.build;

import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// What [SectionAssembler] has to know to define a symbol where it is.
///
/// @param size in bytes, of what the symbol names
public record SymbolDefinition(
        String name,
        SymbolBinding binding,
        SymbolType type,
        SymbolVisibility visibility,
        long size) {

    /// Data that only its own object refers to.
    public static SymbolDefinition local(String name, long size) {
        return new SymbolDefinition(
                name, SymbolBinding.LOCAL, SymbolType.OBJECT, SymbolVisibility.DEFAULT, size);
    }

    /// Data that every object may refer to.
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

    /// The symbol in the section of that index, at `value`: an offset in a relocatable object, an
    /// address in any other.
    public Symbol in(int section, long value) {
        return new Symbol(
                name, binding, type, visibility, new SymbolPlace.InSection(section), value, size);
    }
}
