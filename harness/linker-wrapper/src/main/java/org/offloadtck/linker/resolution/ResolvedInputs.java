package org.offloadtck.linker.resolution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Which objects take part in the link, and where every name in them leads.
///
/// @param objects in link order
/// @param globals by name, in the order they were defined
public record ResolvedInputs(
        List<HostObject> objects, SequencedMap<String, ResolvedSymbol> globals) {

    public ResolvedInputs {
        objects = List.copyOf(objects);
        globals = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(globals));
    }

    /// What the symbol in row `index` of `object` stands for; row 0 is the number 0.
    ///
    /// A local symbol of a section that is not copied stands for itself: whether a reference to it
    /// is an error depends on who refers.
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
