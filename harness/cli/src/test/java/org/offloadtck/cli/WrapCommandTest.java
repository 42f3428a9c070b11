package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary;

class WrapCommandTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int wrap(String image, String... options) {
        var arguments = new String[options.length + 4];
        arguments[0] = "wrap";
        System.arraycopy(options, 0, arguments, 1, options.length);
        arguments[options.length + 1] = "-o";
        arguments[options.length + 2] = object().toString();
        arguments[options.length + 3] = image;
        return kit.execute(arguments);
    }

    private Path object() {
        return folder.resolve("wrapper.o");
    }

    private String file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    /// The first of two offload binaries, which is for OpenMP.
    private static byte[] firstOf(byte[] binaries) {
        return OffloadBinary.parseAll(ObjectBytes.of("p16.bin", binaries))
                .getFirst()
                .binary()
                .write();
    }

    private ElfObject written() throws IOException {
        return ElfObject.parse("wrapper.o", Files.readAllBytes(object()));
    }

    @Test
    void wrapsTheImagesOfAnOffloadBinary() throws IOException {
        var images = file("p16.bin", firstOf(Corpus.bytes("objects/p16.bin")));

        assertThat(wrap(images, "--profile", "llvm-16")).isEqualTo(ExitCode.OK);
        assertThat(written().symbols())
                .extracting(Symbol::name)
                .contains(".omp_offloading.device_image", "__dummy.omp_offloading.entry");
    }

    @Test
    void wrapsALinkedImageForTheTargetThatIsNamed() throws IOException {
        var image = file("image", new byte[] {1, 2, 3});

        assertThat(
                        wrap(
                                image,
                                "--profile=llvm-22",
                                "--kind=cuda",
                                "--arch=sm_90",
                                "-r",
                                "--print-wrapped-module"))
                .isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .startsWith("; ModuleID = 'offload.wrapper.module'\n")
                .contains("define internal void @.cuda.globals_reg(ptr %handle)");
        assertThat(written().section(".nvFatBinSegment")).isPresent();
    }

    @Test
    void refusesImagesOfAnotherProgrammingModel() throws IOException {
        var images = file("p16.bin", Corpus.bytes("objects/p16.bin"));

        assertThat(wrap(images, "--profile=llvm-16", "--kind=hip")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .isEqualTo(
                        "%s: image for nvptx64-nvidia-cuda: is of kind openmp, when --kind is hip%n"
                                .formatted(images));
        assertThat(object()).doesNotExist();
    }

    @Test
    void refusesWhatAnEditionDoesNotWrap() throws IOException {
        var image = file("image", new byte[] {1});

        assertThat(wrap(image, "--kind=cuda", "--arch=sm_90")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .startsWith("offload.wrapper.o: profile documented: wraps no images of kind cuda");
    }

    @Test
    void refusesAnArchitectureThatIsNoneOfCuda() throws IOException {
        var image = file("image", new byte[] {1});

        assertThat(wrap(image, "--profile=llvm-19", "--kind=cuda", "--arch=gfx90a"))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err())
                .contains("'gfx90a', when it should be a CUDA architecture such as sm_90");
    }

    @Test
    void refusesADamagedOffloadBinary() throws IOException {
        byte[] images = Corpus.bytes("objects/p16.bin");
        images[4] = 9;

        assertThat(wrap(file("p.bin", images))).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.err()).contains("p.bin: offset 0x4").doesNotContain("\tat ");
    }

    @Test
    void saysThatTheObjectCannotBeWritten() throws IOException {
        Files.createDirectory(object());

        assertThat(wrap(file("image", new byte[] {1}))).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("wrapper.o: cannot be written");
    }

    @Test
    void saysThatAnImageIsMissing() {
        assertThat(wrap("none")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("none: there is no such file");
    }
}
