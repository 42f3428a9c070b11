package org.offloadtck.object.elf.build;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSamples;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.fixture.ExternalTool;

/// Renaming and removal compared with `objcopy --rename-section`, `--redefine-sym` and
/// `--remove-section`.
final class SectionRenameAndRemovalTest {

    private static final String ENTRIES = "llvm_offload_entries";

    @TempDir Path folder;

    private static ElfObject corpus(String name) {
        return ElfObject.parse(name, Corpus.bytes("objects/" + name));
    }

    @Test
    void changesNothingButTheNamesWhenSectionsAreRenamed() {
        ElfObject whole = corpus("rp22.o");

        ElfObject renamed = ElfEditor.of(whole).renameSections(ENTRIES, "entries_7").toObject();

        assertThat(renamed.sections()).hasSameSizeAs(whole.sections());
        for (int index = 0; index < whole.sections().size(); index++) {
            Section before = whole.sections().get(index);
            if (index != whole.header().stringTable()) {
                assertThat(renamed.sections().get(index).bytes()).isEqualTo(before.bytes());
            }
        }
        assertThat(renamed.sections("entries_7")).hasSize(1);
        assertThat(renamed.sections(".relaentries_7")).hasSize(1);
        assertThat(renamed.section(ENTRIES)).isEmpty();
        assertThat(renamed.symbols()).isEqualTo(whole.symbols());
    }

    @Test
    void changesOneFieldOfTheRowWhenASymbolIsRenamed() {
        ElfObject whole = corpus("r22.o");
        String start = "__start_llvm_offload_entries_1e0682bb71048eec";

        ElfObject renamed = ElfEditor.of(whole).renameSymbols(start, "__start_mine").toObject();

        assertThat(renamed.symbol(start)).isEmpty();
        assertThat(renamed.symbol("__start_mine").orElseThrow().visibility())
                .isEqualTo(SymbolVisibility.HIDDEN);
        assertThat(differingBytes(table(whole), table(renamed))).isBetween(1, Integer.BYTES);
    }

    private static byte[] table(ElfObject object) {
        return object.sections(SectionType.SYMTAB).getFirst().bytes();
    }

    private static int differingBytes(byte[] one, byte[] other) {
        int differing = 0;
        for (int at = 0; at < one.length; at++) {
            differing += one[at] == other[at] ? 0 : 1;
        }
        return differing;
    }

    @Test
    void removesASectionWithItsRelocationsAndSymbols() {
        ElfObject without = ElfEditor.of(ElfSamples.message()).removeSections(".data").toObject();

        assertThat(without.sections()).extracting(Section::name).doesNotContain(".rela.data");
        assertThat(without.symbols())
                .extracting(Symbol::name)
                .containsExactly("", "greeting", "elsewhere");
        assertThat(without.symbol("greeting").orElseThrow().place())
                .isEqualTo(new SymbolPlace.InSection(1));
        assertThat(ElfObject.parse("again", without.write()).sections())
                .extracting(Section::name)
                .containsExactlyElementsOf(without.sections().stream().map(Section::name).toList());
    }

    @Test
    void rejectsRemovalOfReferencedSections() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ElfEditor.of(ElfSamples.message()).removeSections(".rodata").toObject())
                .withMessageContaining("message.o: section .rela.data refers to symbol");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ElfEditor.of(ElfSamples.message()).removeSections(".symtab").toObject())
                .withMessageContaining("refers to section .symtab");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ElfEditor.of(ElfSamples.message()).removeSections(".shstrtab").toObject())
                .withMessageContaining("holds the section names");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ElfEditor.of(ElfSamples.exit()).removeSections(".comment").toObject())
                .withMessageContaining("with segments");
    }

    @Test
    void doesNotChangeAnObjectWithoutTheName() {
        ElfObject whole = corpus("t16.o");

        assertThat(ElfEditor.of(whole).removeSections("none").toObject().write())
                .isEqualTo(whole.write());
        assertThat(ElfEditor.of(whole).renameSymbols("none", "some").toObject().write())
                .isEqualTo(whole.write());
    }

    @Test
    void removesAGroupWithItsLastMember() {
        ElfObject grouped = grouped();

        ElfObject without = ElfEditor.of(grouped).removeSections(".text.f").toObject();

        assertThat(without.sections(SectionType.GROUP)).isEmpty();
        assertThat(
                        ElfEditor.of(grouped)
                                .removeSections(".note")
                                .toObject()
                                .sections(SectionType.GROUP)
                                .getFirst()
                                .bytes())
                .as("members follow when a section before them goes")
                .isEqualTo(HexFormat.of().parseHex("01000000" + "02000000" + "05000000"));
    }

    /// A group of `.text.f` and its relocations, behind a note.
    private static ElfObject grouped() {
        Section group =
                Section.of(
                                ".group",
                                SectionType.GROUP,
                                0,
                                Integer.BYTES,
                                HexFormat.of().parseHex("01000000" + "03000000"))
                        .withInfo(1);
        Section note = Section.of(".note", SectionType.PROGBITS, 0, 1, "note".getBytes(US_ASCII));
        Section text =
                Section.of(
                        ".text.f",
                        SectionType.PROGBITS,
                        SectionFlag.mask(
                                SectionFlag.ALLOC, SectionFlag.EXECINSTR, SectionFlag.GROUP),
                        1,
                        HexFormat.of().parseHex("e8000000"));
        return ElfRelocatableAssembler.assemble(
                "grouped.o",
                ElfHeader.of(ElfType.RELOCATABLE, ElfMachine.X86_64),
                new ElfRelocatableAssembler.Parts(
                        List.of(group, note, text),
                        List.of(SymbolDefinition.global("f", 0).in(3, 0), Symbol.undefined("g")),
                        Map.of(3, List.of(new Relocation(1, 2, 4, -4)))));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "objcopy, rp22.o",
        "llvm-objcopy-16, rp22.o",
        "llvm-objcopy-19, rp22.o",
        "llvm-objcopy-22, rp22.o",
        "objcopy, t16.o",
        "llvm-objcopy-22, cu22.o",
    })
    void agreesWithObjcopy(String tool, String name) throws IOException, InterruptedException {
        Files.write(folder.resolve("in.o"), Corpus.bytes("objects/" + name));
        new ExternalTool(tool)
                .run(
                        folder,
                        "--remove-section=.llvm.offloading",
                        "--rename-section=" + ENTRIES + "=entries_7",
                        "--rename-section=omp_offloading_entries=entries_7",
                        "--redefine-sym=__tgt_target_kernel=launch_7",
                        "in.o",
                        "out.o");

        ElfObject ours =
                ElfEditor.of(corpus(name))
                        .removeSections(".llvm.offloading")
                        .renameSections(ENTRIES, "entries_7")
                        .renameSections("omp_offloading_entries", "entries_7")
                        .renameSymbols("__tgt_target_kernel", "launch_7")
                        .toObject();

        ElfObject theirs = ElfObject.parse("out.o", Files.readAllBytes(folder.resolve("out.o")));
        assertThat(lines(ours)).containsExactlyInAnyOrderElementsOf(lines(theirs));
    }

    /// Sections other than string tables, symbols with a name, and relocations, without the indices
    /// that a tool is free to give.
    private static List<String> lines(ElfObject object) {
        var indexed = List.of(SectionType.SYMTAB, SectionType.RELA, SectionType.LLVM_ADDRSIG);
        var lines = new ArrayList<String>();
        for (int index = 1; index < object.sections().size(); index++) {
            Section section = object.sections().get(index);
            if (!section.type().equals(SectionType.STRTAB)) {
                lines.add(
                        "%s %x %x %s"
                                .formatted(
                                        section.name(),
                                        section.type().code(),
                                        section.flags(),
                                        indexed.contains(section.type())
                                                ? ""
                                                : HexFormat.of().formatHex(section.bytes())));
            }
            for (Relocation row : object.relocations(index)) {
                Symbol symbol = object.symbols().get(row.symbol());
                lines.add(
                        "%s+%x %d %s+%x"
                                .formatted(
                                        section.name(),
                                        row.offset(),
                                        row.type(),
                                        words(object, symbol),
                                        row.addend()));
            }
        }
        object.symbols().stream()
                .filter(symbol -> !symbol.name().isEmpty())
                .map(symbol -> words(object, symbol))
                .forEach(lines::add);
        return lines;
    }

    private static String words(ElfObject object, Symbol symbol) {
        String place =
                symbol.place() instanceof SymbolPlace.InSection(int index)
                        ? object.sections().get(index).name()
                        : symbol.place().toString();
        return "%s %s %s %s %s %x %x"
                .formatted(
                        symbol.name(),
                        symbol.binding(),
                        symbol.type(),
                        symbol.visibility(),
                        place,
                        symbol.value(),
                        symbol.size());
    }
}
