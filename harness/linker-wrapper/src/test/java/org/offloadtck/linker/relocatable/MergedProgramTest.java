package org.offloadtck.linker.relocatable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;

/// Runs merged C++ objects, which have functions in groups and exceptions that unwind through them.
final class MergedProgramTest {

    private static final String SHARED =
            """
            struct error { int code; };
            struct guard { int &count; ~guard() { count++; } };
            inline int fail(int code, int &count) { guard g{count}; throw error{code}; }
            template <typename T> T twice(T value) { return value + value; }
            """;

    private static final String MAIN =
            """
            extern "C" int printf(const char *, ...);
            int other(int &count);
            static int count;
            int main() {
              try { fail(twice(20), count); } catch (error &e) { printf("%d ", e.code); }
              printf("%d ", other(count));
              printf("%d\\n", count);
            }
            """;

    private static final String OTHER =
            """
            static int offset = 2;
            int other(int &count) {
              try { return fail(twice(30), count); } catch (error &e) { return e.code + offset; }
            }
            """;

    @TempDir Path folder;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "g++, -O0 -ffunction-sections -g",
        "g++, -O2 -g0",
        "clang++-16, -O0 -g",
        "clang++-22, -O0 -faddrsig -fdata-sections"
    })
    void runs(String compiler, String options) {
        HostToolchain.assume(compiler);
        var parts = List.of(object(compiler, options, MAIN), object(compiler, options, OTHER));

        var merged = RelocatableMerge.merge("merged.o", parts);

        HostToolchain.write(folder.resolve("merged.o"), merged.write());
        HostToolchain.succeed(HostToolchain.run(folder, compiler, "-o", "program", "merged.o"));
        var outcome = HostToolchain.run(folder, folder.resolve("program").toString());
        assertThat(outcome).isEqualTo(new HostToolchain.Outcome(0, "40 62 2\n"));
        assertThat(groups(merged)).doesNotHaveDuplicates();
    }

    private LinkInput object(String compiler, String options, String source) {
        HostToolchain.write(folder.resolve("a.cpp"), (SHARED + source).getBytes(UTF_8));
        var command = List.of((compiler + " -c -o a.o a.cpp " + options).split(" "));
        HostToolchain.succeed(HostToolchain.run(folder, command.toArray(String[]::new)));
        return LinkInput.read("a.o", HostToolchain.read(folder.resolve("a.o")));
    }

    private static List<String> groups(ElfObject object) {
        return object.sections(SectionType.GROUP).stream()
                .map(group -> object.symbols().get((int) group.info()).name())
                .toList();
    }
}
