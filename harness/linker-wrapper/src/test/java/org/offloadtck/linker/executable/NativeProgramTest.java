package org.offloadtck.linker.executable;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;

/// Links whole programs with this linker and with GNU ld, and runs both. Inputs are an object of a
/// real compiler and the wrapper object. Entries, descriptor, images, order of constructors and
/// destructors, weak and common symbols and global offset table must be equal.
final class NativeProgramTest {

    @TempDir private Path folder;

    @ParameterizedTest(name = "{0} under {1}")
    @CsvSource({
        "t15.o, llvm-15, 32",
        "t16.o, llvm-16, 32",
        "t16.o, llvm-18, 32",
        "t19.o, llvm-19, 32",
        "t22.o, llvm-22, 56",
        "t16.o, documented, 32"
    })
    void runsAsTheOneOfGnuLd(String sample, String profileId, int entrySize) {
        HostToolchain.assume("ld");
        var program =
                HostToolchain.compile(
                        folder,
                        "/org/offloadtck/linker/executable/freestanding.c",
                        "-ffreestanding",
                        "-fno-stack-protector",
                        "-O1",
                        "-DENTRY=" + entrySize);
        var wrapper = HostToolchain.write(folder.resolve("wrapper.o"), wrapper(profileId));
        var object = HostToolchain.write(folder.resolve(sample), Corpus.bytes("objects/" + sample));

        var expected = output(linkedByLd(wrapper, program, object));
        var actual = output(linkedHere(wrapper, program, object));

        assertThat(actual).isEqualTo(expected).contains("register 0000000000000002", "entry gto");
    }

    private static byte[] wrapper(String profileId) {
        var images = List.of(image("sm_90", "one image"), image("sm_75", "and another one"));
        var wrapping = WrapperOptions.openmp(AbiProfiles.load().profile(profileId));
        return new WrapperObject(images, wrapping).elf().write();
    }

    private static LinkedImage image(String arch, String text) {
        return new LinkedImage(
                new TargetId("nvptx64-nvidia-cuda", arch),
                MemorySegment.ofArray(text.getBytes(US_ASCII)));
    }

    private Path linkedByLd(Path... objects) {
        var executable = folder.resolve("by-ld");
        HostToolchain.succeed(
                HostToolchain.run(
                        folder,
                        "ld",
                        "-o",
                        executable.toString(),
                        objects[0].toString(),
                        objects[1].toString(),
                        objects[2].toString()));
        return executable;
    }

    private Path linkedHere(Path... objects) {
        var inputs =
                List.of(objects).stream()
                        .map(object ->
                                LinkInput.read(object.toString(), HostToolchain.read(object)))
                        .toList();
        var executable = StaticLinker.link(inputs, Imports.none());
        var file = HostToolchain.write(folder.resolve("by-us"), executable.elf().write());
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private String output(Path executable) {
        return HostToolchain.succeed(HostToolchain.run(folder, executable.toString()));
    }
}
