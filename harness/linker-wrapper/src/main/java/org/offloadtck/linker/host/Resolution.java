package org.offloadtck.linker.host;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;

/// Which objects take part in the link, and where every name in them leads.
///
/// @param objects in link order
/// @param globals by name, in the order they were defined
record Resolution(List<HostObject> objects, SequencedMap<String, Definition> globals) {

    Resolution {
        objects = List.copyOf(objects);
        globals = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(globals));
    }

    /// What the symbol in row `index` of `object` stands for; row 0 is the number 0.
    ///
    /// A local symbol of a section that is not copied stands for itself: whether a reference to it
    /// is an error depends on who refers.
    Definition definition(HostObject object, int index) {
        if (index == 0) {
            return new Definition.Missing();
        }
        Symbol symbol = object.elf().symbols().get(index);
        return symbol.isLocal()
                ? local(object, symbol)
                : globals.getOrDefault(symbol.name(), new Definition.Missing());
    }

    private static Definition local(HostObject object, Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.InSection(var section) ->
                    new Definition.InSection(object, section, symbol);
            case SymbolPlace.Absolute _ -> new Definition.Absolute(object, symbol);
            case SymbolPlace.Undefined _, SymbolPlace.Common _, SymbolPlace.Reserved _ ->
                    new Definition.Missing();
        };
    }
}
