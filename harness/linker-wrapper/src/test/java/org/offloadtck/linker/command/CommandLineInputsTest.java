package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;

/// The files that a command line names, in a directory with `z.o`, `one/libf.a`, `two/libf.so`,
/// `two/libf.a` and `two/libg.a`.
final class CommandLineInputsTest {

    @TempDir private Path folder;

    @BeforeEach
    void layOut() throws IOException {
        Files.write(folder.resolve("z.o"), object("z.o"));
        for (String archive : List.of("one/libf.a", "two/libf.a", "two/libg.a")) {
            Files.createDirectories(folder.resolve(archive).resolveSibling(""));
            Files.write(folder.resolve(archive), archive(archive));
        }
        Files.write(folder.resolve("two/libf.so"), shared());
    }

    private static byte[] object(String name) {
        return SampleObject.named(name).text(text -> text.u8(0xc3)).bytes();
    }

    private static byte[] archive(String name) {
        var member = ArchiveMember.of("y.o", object("y.o"));
        return Archive.of(name, List.of(member)).write();
    }

    /// `ET_DYN` in the header of an object.
    private static byte[] shared() {
        byte[] bytes = object("libf.so");
        bytes[16] = 3;
        return bytes;
    }

    private CommandLineInputs inputs(String words) {
        var line = LinkCommandLine.parse(List.of(words.split(" ", -1)));
        return new CommandLineInputs(line, LibrarySearch.of(line, folder), folder);
    }

    private String read(String words) {
        return String.join(
                " ", inputs(words).read().stream().map(CommandLineInputsTest::describe).toList());
    }

    private static String describe(LinkInput input) {
        return input instanceof LinkInput.WholeArchive ? "whole " + input.source() : input.source();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "z.o, z.o",
        "z.o missing.o one, z.o",
        "-z now z.o, z.o",
        "-Lone -lf, libf.a",
        "-Ltwo -lg, libg.a",
        "-Ltwo -lf z.o, z.o",
        "-Lone -Ltwo -lf, libf.a",
        "-lf -Lone, libf.a",
        "-Ltwo -l:libg.a, libg.a",
        "two/libf.so z.o, z.o",
        "--whole-archive one/libf.a --no-whole-archive two/libg.a, whole libf.a libg.a",
        "--whole-archive -Lone -lf z.o, whole libf.a z.o",
        "--library=g -Ltwo, libg.a"
    })
    void readsTheNamedFiles(String words, String files) {
        assertThat(read(words)).isEqualTo(files);
    }

    @Test
    void looksBelowTheSystemRoot() {
        var line = LinkCommandLine.parse(List.of("--sysroot=" + folder, "-L=one", "-lf"));

        assertThat(LibrarySearch.of(line, Path.of("")).find("f"))
                .contains(folder.resolve("one/libf.a"));
    }

    @Test
    void prefersTheSharedObjectOfAFolder() {
        var search = new LibrarySearch(List.of(folder.resolve("two"), folder.resolve("one")));

        assertThat(search.find("f")).contains(folder.resolve("two/libf.so"));
    }

    @Test
    void reportsAMissingLibrary() {
        assertThatThrownBy(() -> read("-Lone z.o -lmissing"))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        "-lmissing: library: is in none of the folders [%s], when one should have"
                                        .formatted(folder.resolve("one"))
                                + " libmissing.so or libmissing.a");
    }

    @Test
    void recognizesTheLibrariesAmongTheFiles() {
        assertThat(inputs("z.o one/libf.a two/libf.so missing.a").hostLibraries())
                .containsExactly("one/libf.a", "two/libf.so");
    }
}
