package org.offloadtck.object.elf.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.X86Relocation;
import org.offloadtck.object.fixture.ExternalTool;

/// Adds a section, a local and a global symbol in it, and relocations to each object of the corpus.
final class EditedElfObjectTest {

    static Stream<String> relocatableObjects() {
        return Corpus.list("objects/").stream().filter(path -> path.endsWith(".o"));
    }

    static Stream<String> executables() {
        return Corpus.list("objects/exe").stream();
    }

    private static ElfObject edited(String path) {
        ElfObject read = ElfObject.parse(path, Corpus.bytes(path));
        int section = read.sections().size();
        long flags =
                read.programHeaders().isEmpty()
                        ? SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE)
                        : 0;
        ElfObject edited =
                ElfEditor.of(read)
                        .addSection(
                                Section.of(".added", SectionType.PROGBITS, flags, 16, new byte[24]))
                        .addSymbols(
                                List.of(
                                        SymbolDefinition.global("added_global", 8).in(section, 8),
                                        SymbolDefinition.local("added_local", 8).in(section, 0)))
                        .toObject();
        return read.programHeaders().isEmpty() ? relocated(edited, section) : edited;
    }

    private static ElfObject relocated(ElfObject object, int section) {
        long type = X86Relocation.R_X86_64_64.code();
        return ElfEditor.of(object)
                .addRelocations(
                        section,
                        List.of(
                                new Relocation(0, index(object, "added_local"), type, 0),
                                new Relocation(8, index(object, "added_global"), type, 4)))
                .toObject();
    }

    private static int index(ElfObject object, String symbol) {
        return IntStream.range(0, object.symbols().size())
                .filter(row -> object.symbols().get(row).name().equals(symbol))
                .findFirst()
                .orElseThrow();
    }

    /// The relocations of the object by names instead of indices.
    private static List<String> meaning(ElfObject object, int sections) {
        return IntStream.range(0, sections)
                .boxed()
                .flatMap(section ->
                        object.relocations(section).stream()
                                .map(row ->
                                        "%d+%d: %d %s + %d"
                                                .formatted(
                                                        section,
                                                        row.offset(),
                                                        row.type(),
                                                        object.symbols().get(row.symbol()),
                                                        row.addend())))
                .toList();
    }

    @ParameterizedTest
    @MethodSource({"relocatableObjects", "executables"})
    void keepsEverythingItDidNotEdit(String path) {
        ElfObject before = ElfObject.parse(path, Corpus.bytes(path));
        ElfObject after = ElfObject.parse(path, edited(path).write());

        assertThat(after.symbols()).containsAll(before.symbols());
        assertThat(meaning(after, before.sections().size()))
                .isEqualTo(meaning(before, before.sections().size()));
        assertThat(after.programHeaders()).isEqualTo(before.programHeaders());
    }

    @ParameterizedTest
    @MethodSource("relocatableObjects")
    void isLinkedByGnuLd(String path, @TempDir Path folder)
            throws IOException, InterruptedException {
        Files.write(folder.resolve("edited.o"), edited(path).write());

        String said = new ExternalTool("ld").run(folder, "-r", "edited.o", "-o", "linked.o");

        assertThat(said).isEmpty();
        assertThat(
                        ElfObject.parse("linked.o", Files.readAllBytes(folder.resolve("linked.o")))
                                .symbol("added_global"))
                .isPresent();
    }

    @ParameterizedTest
    @MethodSource("relocatableObjects")
    void isLinkedByLld(String path, @TempDir Path folder) throws IOException, InterruptedException {
        Files.write(folder.resolve("edited.o"), edited(path).write());

        String said = new ExternalTool("ld.lld").run(folder, "-r", "edited.o", "-o", "linked.o");

        assertThat(said).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"readelf", "llvm-readelf"})
    void isReadWithoutAWarning(String readelf, @TempDir Path folder)
            throws IOException, InterruptedException {
        var arguments = new ArrayList<String>(List.of("-aW"));
        for (String path : Stream.concat(relocatableObjects(), executables()).toList()) {
            String name = path.substring(path.indexOf('/') + 1);
            Files.write(folder.resolve(name), edited(path).write());
            arguments.add(name);
        }

        String said = new ExternalTool(readelf).run(folder, arguments.toArray(String[]::new));

        assertThat(said).contains("added_local", "added_global");
        assertThat(said).doesNotContain("readelf:").doesNotContainIgnoringCase("warning:");
    }
}
