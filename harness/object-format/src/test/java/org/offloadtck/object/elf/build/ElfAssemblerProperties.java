package org.offloadtck.object.elf.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Assembled sections, symbols and relocations are read back from the file.
final class ElfAssemblerProperties {

    /// A section with a symbol at its start, and references to other symbols behind it.
    record Part(String symbol, SymbolBinding binding, List<Byte> bytes, List<String> references) {}

    @Provide
    Arbitrary<List<Part>> parts() {
        Arbitrary<String> names = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(6);
        Arbitrary<SymbolBinding> bindings =
                Arbitraries.of(SymbolBinding.LOCAL, SymbolBinding.GLOBAL, SymbolBinding.WEAK);
        Arbitrary<Part> part =
                Combinators.combine(
                                names,
                                bindings,
                                Arbitraries.bytes().list().ofMaxSize(20),
                                names.list().ofMaxSize(4))
                        .as(Part::new);
        return part.list().uniqueElements(Part::symbol).ofMaxSize(6);
    }

    private static ElfObject assembled(List<Part> parts) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        for (Part part : parts) {
            SectionAssembler section =
                    object.section(".data." + part.symbol(), SectionType.PROGBITS, 0, 8)
                            .define(
                                    SymbolDefinition.global(part.symbol(), part.bytes().size())
                                            .with(part.binding()));
            part.bytes().forEach(value -> section.u8(value));
            section.align(8);
            part.references().forEach(symbol -> section.address(symbol, symbol.length()));
        }
        return ElfObject.parse("made.o", object.assemble("made.o").write());
    }

    @Property(seed = "1", tries = 200)
    void everySymbolIsInItsSection(@ForAll("parts") List<Part> parts) {
        ElfObject object = assembled(parts);

        for (int part = 0; part < parts.size(); part++) {
            Symbol symbol = object.symbol(parts.get(part).symbol()).orElseThrow();
            assertThat(symbol.place()).isEqualTo(new SymbolPlace.InSection(part + 1));
            assertThat(symbol.binding()).isEqualTo(parts.get(part).binding());
        }
    }

    @Property(seed = "1", tries = 200)
    void everyReferenceIsARelocationByItsSymbol(@ForAll("parts") List<Part> parts) {
        ElfObject object = assembled(parts);

        for (int part = 0; part < parts.size(); part++) {
            assertThat(object.relocations(part + 1))
                    .extracting(row -> object.symbols().get(row.symbol()).name())
                    .isEqualTo(parts.get(part).references());
        }
    }

    @Property(seed = "1", tries = 200)
    void addingSymbolsInAnyOrderKeepsWhatRelocationsMean(@ForAll("parts") List<Part> parts) {
        ElfObject object = assembled(parts);
        var meanings = new TreeMap<Integer, List<String>>();
        parts.forEach(part -> meanings.put(meanings.size() + 1, part.references()));

        ElfObject edited =
                ElfEditor.of(object)
                        .addSymbols(
                                List.of(
                                        Symbol.undefined("0 global"),
                                        SymbolDefinition.local("0 local", 0)
                                                .in(object.header().stringTable(), 0)))
                        .toObject();

        meanings.forEach((section, names) ->
                assertThat(edited.relocations(section))
                        .extracting(row -> edited.symbols().get(row.symbol()).name())
                        .isEqualTo(names));
    }
}
