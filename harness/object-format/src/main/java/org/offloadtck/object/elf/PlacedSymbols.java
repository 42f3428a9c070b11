package org.offloadtck.object.elf;

import java.util.Comparator;
import java.util.List;
import org.offloadtck.object.elf.model.Symbol;

/// Symbols by their value. A look-up takes logarithmic time.
///
/// @param symbols ascending by value; of one value, in the order of the symbol table
record PlacedSymbols(List<Symbol> symbols) {

    static final PlacedSymbols NONE = new PlacedSymbols(List.of());

    /// @param table in the order of the symbol table, which is mostly that of the values
    static PlacedSymbols of(List<Symbol> table) {
        return new PlacedSymbols(
                isAscending(table)
                        ? table
                        : table.stream().sorted(Comparator.comparingLong(Symbol::value)).toList());
    }

    private static boolean isAscending(List<Symbol> table) {
        for (int row = 1; row < table.size(); row++) {
            if (table.get(row - 1).value() > table.get(row).value()) {
                return false;
            }
        }
        return true;
    }

    List<Symbol> at(long value) {
        int first = from(value);
        int end = first;
        while (end < symbols.size() && symbols.get(end).value() == value) {
            end++;
        }
        return symbols.subList(first, end);
    }

    /// The index of the first symbol with that value or a greater one.
    private int from(long value) {
        int low = 0;
        int high = symbols.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (symbols.get(middle).value() < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
