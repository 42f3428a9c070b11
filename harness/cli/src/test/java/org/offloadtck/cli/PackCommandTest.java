package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;

/// Images go into a file and come out of it.
class PackCommandTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    @BeforeEach
    void writeImages() throws IOException {
        Files.writeString(path("a.o"), "first");
        Files.writeString(path("b.cubin"), "second");
    }

    @Test
    void anImageComesOutAsItWentIn() throws IOException {
        assertThat(pack()).isEqualTo(ExitCode.OK);

        int status =
                execute("pack", "packed.bin", "--image=kind=cuda,file=%s".formatted(path("x")));

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(path("x")).hasContent("second");
    }

    @Test
    void anArchiveHoldsWhatMatches() throws IOException {
        pack();

        execute("pack", "packed.bin", "--archive", "--image=file=%s".formatted(path("x.a")));

        assertThat(Archive.parse("x.a", Files.readAllBytes(path("x.a"))).members())
                .extracting(ArchiveMember::name)
                .containsExactly("packed-t-.0.o", "packed-u-sm_75.1.cubin");
    }

    @Test
    void aSingleFileGetsTheLastMatchAndTheUserIsTold() throws IOException {
        pack();

        execute("pack", "packed.bin", "--image=file=%s".formatted(path("x")));

        assertThat(path("x")).hasContent("second");
        assertThat(kit.err()).contains("2 images match, of which").contains("gets the last");
    }

    @Test
    void aMistakeOnTheCommandLineIsNamed() {
        assertThat(execute("pack", "-o", "y.bin", "--image=triple=t")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).startsWith("offload-tck pack: --image: the file is missing");
    }

    @Test
    void nothingToTakeOutIsTold() {
        pack();
        assertThat(execute("pack", "packed.bin")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("pack", "packed.bin", "--image=arch=sm_99"))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .contains("offload-tck pack: --image is missing")
                .endsWith("packed.bin: none of its 2 images matches --image=arch=sm_99\n");
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        var target = path("none").resolve("y.bin").toString();

        int status = run("pack", "-o", target, "--image=file=%s,triple=t".formatted(path("a.o")));

        assertThat(status).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "offload-tck: %s: cannot be written: there is no folder %s\n"
                                .formatted(target, path("none")));
    }

    @Test
    void aDamagedFileIsRefusedWithItsPosition() throws IOException {
        Files.write(path("packed.bin"), new byte[] {0x10, (byte) 0xff, 0x10, (byte) 0xad, 1, 0});

        assertThat(execute("pack", "packed.bin", "--image=kind=cuda"))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err()).contains("packed.bin: offset 0x4: ");
    }

    private int pack() {
        return run(
                "pack",
                "--profile=llvm-16",
                "-o",
                path("packed.bin").toString(),
                "--image=file=%s,triple=t,kind=openmp".formatted(path("a.o")),
                "--image=file=%s,triple=u,arch=sm_75,kind=cuda".formatted(path("b.cubin")));
    }

    /// Runs a command whose second word is a file of the folder.
    private int execute(String command, String file, String... options) {
        var arguments = new String[options.length + 2];
        arguments[0] = command;
        arguments[1] = file.startsWith("-") ? file : path(file).toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return run(arguments);
    }

    private int run(String... arguments) {
        return kit.execute(arguments);
    }

    private Path path(String name) {
        return folder.resolve(name);
    }
}
