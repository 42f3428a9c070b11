package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

/// Unwind tables that clang 15 to 22 and GNU ld wrote.
class UnwindTableTest {

    @ParameterizedTest
    @ValueSource(strings = {"t15.o", "t16.o", "la19.o", "declared22.o", "exe16", "exe19", "exe22"})
    void hasTheFunctionsThatTheSymbolTableHas(String name) {
        var object = ElfObject.parse(name, Corpus.bytes("objects/" + name));
        var table = UnwindTable.of(object);

        var compiled =
                object.symbols().stream()
                        .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                        .filter(symbol -> symbol.size() > 0)
                        .filter(symbol -> symbol.place() instanceof SymbolPlace.InSection)
                        .toList();
        assertThat(compiled)
                .isNotEmpty()
                .allSatisfy(symbol -> {
                    long start = symbol.value() - section(object, symbol).address();
                    int index = index(symbol);
                    var range = new UnwindTable.Range(start, start + symbol.size());
                    assertThat(table.function(index, start)).contains(range);
                    assertThat(table.function(index, range.end() - 1)).contains(range);
                });
    }

    private static int index(Symbol symbol) {
        return ((SymbolPlace.InSection) symbol.place()).index();
    }

    private static Section section(ElfObject object, Symbol symbol) {
        return object.sections().get(index(symbol));
    }
}
