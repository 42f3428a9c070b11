package org.offloadtck.linker.resolution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// The result of symbol resolution: the objects of the link, and the definition of every global
/// name.
///
/// @param objects in link order
/// @param globals by name, in the order of their definition
public record ResolvedInputs(
        List<HostObject> objects, SequencedMap<String, ResolvedSymbol> globals) {

    public ResolvedInputs {
        objects = List.copyOf(objects);
        globals = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(globals));
    }

    /// The definition of the symbol in row `index` of `object`; row 0 is the number 0.
    ///
    /// A local symbol of a section that is not copied resolves to itself: whether a reference to it
    /// is an error depends on the referring section.
    public ResolvedSymbol definition(HostObject object, int index) {
        if (index == 0) {
            return new ResolvedSymbol.Missing();
        }
        Symbol symbol = object.elf().symbols().get(index);
        return symbol.isLocal()
                ? local(object, symbol)
                : globals.getOrDefault(symbol.name(), new ResolvedSymbol.Missing());
    }

    private static ResolvedSymbol local(HostObject object, Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.InSection(var section) ->
                    new ResolvedSymbol.InSection(object, section, symbol);
            case SymbolPlace.Absolute _ -> new ResolvedSymbol.Absolute(object, symbol);
            case SymbolPlace.Undefined _, SymbolPlace.Common _, SymbolPlace.Reserved _ ->
                    new ResolvedSymbol.Missing();
        };
    }
}
