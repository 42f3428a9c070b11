package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

final class ElfObjectTest {

    private static final ElfObject T16 = ElfObject.parse("t16.o", Corpus.bytes("objects/t16.o"));

    static List<String> elfFiles() {
        return Corpus.list("objects/").stream()
                .filter(path -> path.endsWith(".o") || path.startsWith("objects/exe"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("elfFiles")
    void writesAnUneditedObjectAsItWasRead(String path) {
        byte[] bytes = Corpus.bytes(path);

        assertThat(ElfObject.parse(path, bytes).write()).isEqualTo(bytes);
    }

    @Test
    void findsTheOffloadingSectionWithItsTypeAndFlag() {
        Section section = T16.section(ElfObject.OFFLOADING_SECTION).orElseThrow();

        assertThat(section.type()).isEqualTo(SectionType.LLVM_OFFLOADING);
        assertThat(section.flags()).isEqualTo(SectionFlag.mask(SectionFlag.EXCLUDE));
        assertThat(section.alignment()).isEqualTo(8);
    }

    @Test
    void readsSymbolsWithTheirSections() {
        Symbol foo = T16.symbol("foo").orElseThrow();

        assertThat(foo.binding()).isEqualTo(SymbolBinding.GLOBAL);
        assertThat(foo.type()).isEqualTo(SymbolType.FUNC);
        assertThat(foo.place()).isInstanceOf(SymbolPlace.InSection.class);
    }

    @Test
    void readsTheRelocationsOfTheEntryTable() {
        Section entries = T16.section("omp_offloading_entries").orElseThrow();

        assertThat(T16.relocations(T16.sections().indexOf(entries))).hasSize(8);
    }
}
