package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.linker.input.LinkException;

final class LinkCommandLineTest {

    private static LinkCommandLine parse(String words) {
        return LinkCommandLine.parse(List.of(words.split(" ", -1)));
    }

    private static String hostWords(String words, String... wrappers) {
        return String.join(" ", parse(words).hostWords(List.of(wrappers)));
    }

    @Test
    void putsTheWrapperObjectsBehindTheOutput() {
        assertThat(hostWords("-pie -o program z.o -lc", "w.o", "v.o"))
                .isEqualTo("-pie -o program w.o v.o z.o -lc");
    }

    @Test
    void putsTheWrapperObjectsFirstWhereNoOutputIsNamed() {
        assertThat(hostWords("z.o -lc", "w.o")).isEqualTo("w.o z.o -lc");
        assertThat(parse("z.o").output()).isEqualTo("a.out");
    }

    @ParameterizedTest
    @CsvSource({
        "-o x, -o x",
        "-ox, -o x",
        "--output=x, -o x",
        "--output x, -o x",
        "-L /a, -L/a",
        "--library-path=/a, -L/a",
        "-l m, -lm",
        "--library=m, -lm",
        "-rpath=/a, -rpath /a",
        "--rpath /a, -rpath /a",
        "--relocatable, -r",
        "-whole-archive, --whole-archive",
        "-z now, -z now",
        "-m elf_x86_64, -m elf_x86_64",
        "--hash-style=gnu, --hash-style=gnu",
        "-rpath-link /a, -rpath-link /a",
        "-, -",
        "--dry-run, ''",
        "--host-triple=x86_64-pc-linux-gnu, ''",
        "-mllvm -x, ''",
        "--, ''"
    })
    void passesOnWhatTheHostLinkerGets(String words, String passed) {
        assertThat(hostWords(words)).isEqualTo(passed);
    }

    @Test
    void keepsTheValuesOfItsOwnOptionsInOrder() {
        var line = parse("--should-extract=gfx90a z.o --should-extract=sm_90");

        assertThat(line.values(WrapperOption.SHOULD_EXTRACT)).containsExactly("gfx90a", "sm_90");
        assertThat(line.has(WrapperOption.SAVE_TEMPS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "z.o -o, '-o: has no value, when its value should follow'",
        "--wrapper-jobs=x,"
                + " '--wrapper-jobs=: is ''x'', when it should be a positive integer or jobserver'",
        "--wrapper-jobs=0,"
                + " '--wrapper-jobs=: is ''0'', when it should be a positive integer or jobserver'",
        "--opt-level=Os, '--opt-level=: is ''Os'', when it should be O0, O1, O2 or O3'",
        "--host-triple=x86_64-pc-windows-msvc, '--host-triple=: is x86_64-pc-windows-msvc, when"
                + " wrapper objects are made for x86_64 and Linux'",
        "--emit-fatbin-only,"
                + " '--emit-fatbin-only: is not supported, when the link should not need it'"
    })
    void rejectsUnsupportedOptions(String words, String message) {
        assertThatThrownBy(() -> parse(words))
                .isInstanceOf(LinkException.class)
                .hasMessage("command line: " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--wrapper-jobs=2", "--wrapper-jobs=jobserver"})
    void takesAnyNumberOfJobs(String words) {
        assertThat(parse(words).arguments()).hasSize(1);
    }
}
