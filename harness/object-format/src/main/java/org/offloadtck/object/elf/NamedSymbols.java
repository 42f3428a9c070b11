package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.elf.model.Symbol;

/// Symbols by their name. Most names have one symbol, which needs no list.
final class NamedSymbols {

    private final Map<String, Symbol> first;
    private final Map<String, List<Symbol>> repeated = new HashMap<>();

    NamedSymbols(List<Symbol> table) {
        this.first = HashMap.newHashMap(table.size());
        for (var symbol : table) {
            var earlier = first.putIfAbsent(symbol.name(), symbol);
            if (earlier != null) {
                repeated.computeIfAbsent(symbol.name(), _ -> new ArrayList<>(List.of(earlier)))
                        .add(symbol);
            }
        }
    }

    /// The symbols with that name, in the order of the table.
    List<Symbol> named(String name) {
        var only = first.get(name);
        if (only == null) {
            return List.of();
        }
        return repeated.isEmpty() ? List.of(only) : repeated.getOrDefault(name, List.of(only));
    }
}
