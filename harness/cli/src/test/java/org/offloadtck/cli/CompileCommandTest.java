package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;

class CompileCommandTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    @BeforeEach
    void copyTheProgram() throws IOException {
        Files.write(folder.resolve("program.yaml"), Corpus.bytes("programs/declared/program.yaml"));
    }

    private int compile(String... options) {
        var line = new String[options.length + 2];
        line[0] = "compile";
        System.arraycopy(options, 0, line, 1, options.length);
        line[options.length + 1] = folder.resolve("program.yaml").toString();
        return kit.execute(line);
    }

    @Test
    void writesAFatObjectOfTheProfile() throws IOException {
        var object = folder.resolve("fat.o");

        assertThat(compile("--profile", "llvm-22", "-c", "-o", object.toString()))
                .as(kit.err())
                .isEqualTo(ExitCode.OK);
        var elf = ElfObject.parse("fat.o", Files.readAllBytes(object));
        assertThat(elf.section("llvm_offload_entries")).isPresent();
        assertThat(elf.section(ElfObject.OFFLOADING_SECTION)).isPresent();
    }

    @Test
    void printsTheStepsAndMakesNothing() throws IOException {
        var object = folder.resolve("fat.o");

        assertThat(compile("--print-phases", "-c", "-o", object.toString())).isEqualTo(ExitCode.OK);
        assertThat(kit.out().lines())
                .hasSize(4)
                .first()
                .isEqualTo(
                        "# \"x86_64-unknown-linux-gnu\" - \"clang\", inputs: [\"declared.cpp\"],"
                                + " output: \"declared-host-x86_64-unknown-linux-gnu.ll\"");
        assertThat(object).doesNotExist();
    }

    @Test
    void refusesInALineWhatItCannotDo() throws IOException {
        assertThat(compile()).isEqualTo(ExitCode.USAGE);
        assertThat(compile("-c", "--profile", "llvm-9")).isEqualTo(ExitCode.USAGE);
        assertThat(compile("-c", "-fopenmp-targets=spirv64")).isEqualTo(ExitCode.USAGE);
        assertThat(compile("-c", "-O", "1")).isEqualTo(ExitCode.USAGE);
        assertThat(compile("-c", "-o", folder.resolve("none/fat.o").toString()))
                .isEqualTo(ExitCode.USAGE);
        Files.writeString(folder.resolve("program.yaml"), "name: [");
        assertThat(compile("-c")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .contains("-c is missing")
                .contains("--profile is 'llvm-9' when it should be one of documented, llvm-14")
                .contains("declared has no device code of this profile at -O 1; it has")
                .contains("-fopenmp-targets has 'spirv64' when the program has code for")
                .contains("none/fat.o: cannot be written")
                .contains("program.yaml: line 1")
                .doesNotContain("\tat ");
    }
}
