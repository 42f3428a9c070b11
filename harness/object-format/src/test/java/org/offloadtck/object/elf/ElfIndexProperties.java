package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// Compares the look-ups of symbols with searches through their table.
final class ElfIndexProperties {

    @Provide
    Arbitrary<List<Symbol>> tables() {
        return Combinators.combine(
                        Arbitraries.of("", "a", "b", "main", "AaAa", "BBBB", "AaBB"),
                        Arbitraries.longs().between(-2, 12))
                .as((name, value) ->
                        new Symbol(
                                name,
                                SymbolBinding.GLOBAL,
                                SymbolType.OBJECT,
                                SymbolVisibility.DEFAULT,
                                SymbolPlace.ABSOLUTE,
                                value,
                                4))
                .list()
                .ofMaxSize(40);
    }

    @Property(seed = "20261123")
    void findsSymbolsByName(@ForAll("tables") List<Symbol> table) {
        var named = new NamedSymbols(table);

        for (var name : List.of("", "a", "b", "main", "AaAa", "BBBB", "AaBB", "none")) {
            assertThat(named.named(name))
                    .containsExactlyElementsOf(
                            table.stream().filter(symbol -> symbol.name().equals(name)).toList());
        }
    }

    @Property(seed = "20261123")
    void findsSymbolsByValue(@ForAll("tables") List<Symbol> table) {
        var placed = PlacedSymbols.of(table);

        for (long value = -3; value < 14; value++) {
            long wanted = value;
            assertThat(placed.at(wanted))
                    .containsExactlyElementsOf(
                            table.stream().filter(symbol -> symbol.value() == wanted).toList());
        }
    }
}
