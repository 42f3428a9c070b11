package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.ProgramSearchPath;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.OffloadBinary;

/// Links by command line.
final class CommandLineLinkTest {

    @TempDir private Path path;

    private Optional<LinkDirectory> folder = Optional.empty();

    private LinkDirectory folder() {
        folder = folder.or(() -> Optional.of(new LinkDirectory(path)));
        return folder.orElseThrow();
    }

    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void linksImagesForTheCpuToSharedObjects(String release) throws IOException {
        HostToolchain.assume("cc");
        HostToolchain.assume("ld");
        folder().lay("lm%s.o".formatted(release), "la%s.o".formatted(release));

        folder().link(
                        "llvm-" + release,
                        "--linker-path=ld --save-temps -r -o program lm%s.o la%s.o"
                                .formatted(release, release));

        var image =
                folder().files().stream()
                        .filter(name -> name.endsWith(".img"))
                        .findFirst()
                        .orElseThrow();
        var linked = ElfObject.parse(image, HostToolchain.read(path.resolve(image)));
        assertThat(linked.header().type()).isEqualTo(ElfType.SHARED);
        assertThat(path.resolve("program")).exists();
    }

    @Test
    void namesTheWrapperObjectsOfTwoProgrammingModelsApart() {
        HostToolchain.assume("ld");
        HostToolchain.assume("llvm-lto2-16");
        folder().lay("tn16.o", "cu16.o");

        folder().link(
                        "llvm-16",
                        "--linker-path=ld --dry-run --save-temps -o program tn16.o cu16.o");

        assertThat(folder().printed().getLast())
                .contains(
                        "-o program program.openmp.image.wrapper.o"
                                + " program.cuda.image.wrapper.o tn16.o");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "-o x z.o, ARGUMENT, 'command line: --linker-path=: is missing'",
        "--linker-path=no-such-linker z.o, ARGUMENT, 'names no-such-linker'",
        "--linker-path=ld --override-image=opencl=z.o, ARGUMENT, 'is ''opencl=z.o'''",
        "--linker-path=ld --override-image=openmp=z.o, ARGUMENT, 'which is not a file'",
        "--linker-path=ld -lmissing, LIBRARY, '-lmissing: library'"
    })
    void rejectsCommandLinesThatCannotBeLinked(String words, LinkRule rule, String message) {
        HostToolchain.assume("ld");

        assertThatThrownBy(() -> folder().link("llvm-19", words))
                .hasMessageContaining(message)
                .asInstanceOf(type(LinkException.class))
                .extracting(refusal -> refusal.diagnostics().getFirst().rule())
                .isEqualTo(rule);
    }

    @Test
    void reportsTheToolsThatBitcodeNeeds() {
        folder().lay("cu16.o");
        HostToolchain.write(path.resolve("ld"), new byte[0]);
        assertThat(path.resolve("ld").toFile().setExecutable(true)).isTrue();

        assertThatThrownBy(() ->
                        folder().link(
                                        "llvm-16",
                                        new ProgramSearchPath(List.of(path)),
                                        "--linker-path=ld --dry-run -o program cu16.o"))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        "cu16.o: .llvm.offloading [8] image 1: is bitcode and needs llvm-lto2"
                                + " of an LLVM release, when no directory of the PATH has it");
    }

    @Test
    void embedsAnImageInPlaceOfThoseThatWouldBeLinked() throws IOException {
        HostToolchain.assume("ld");
        folder().lay("lm19.o");
        HostToolchain.write(path.resolve("image"), LinkDirectory.IMAGE);

        folder().link(
                        "llvm-19",
                        "--linker-path=ld --save-temps --override-image=openmp=image -r -o program"
                                + " lm19.o");

        assertThat(folder().files()).doesNotContain("program.x86_64.native.img");
        var wrapper =
                ElfObject.parse(
                        "wrapper",
                        HostToolchain.read(path.resolve("program.openmp.image.wrapper.o")));
        var content = wrapper.section(".llvm.offloading.relocatable").orElseThrow().bytes();
        var image = OffloadBinary.parse("image", content).images().getFirst();
        assertThat(image.toByteArray()).isEqualTo(LinkDirectory.IMAGE);
        assertThat(image.target().triple()).isEqualTo("x86_64--");
    }

    @Test
    void givesTheDeviceLinkerItsOptions() {
        HostToolchain.assume("ld");
        HostToolchain.assume("cc");
        folder().lay("lm19.o");

        folder().link(
                        "llvm-19",
                        "--linker-path=ld --dry-run --device-linker=-z --device-linker=defs=1"
                                + " --device-linker=x86_64-pc-linux-gnu=--foo"
                                + " --device-linker=amdgcn-amd-amdhsa=--bar -o program lm19.o");

        assertThat(folder().printed().getFirst())
                .endsWith("-shared -Xlinker -z -Xlinker defs=1 -Xlinker --foo")
                .doesNotContain("--bar");
    }

    @Test
    void passesASingleLinkedImageThatNoDeviceLinkerTakes() {
        HostToolchain.assume("ld");
        var spirv = FatObjects.image("spirv64-intel", "", new byte[] {3, 2, 0x23, 7});
        var object = (LinkInput.Relocatable) FatObjects.of("s.o", List.of(spirv));
        HostToolchain.write(path.resolve("s.o"), object.elf().write());

        folder().link("llvm-19", "--linker-path=ld --dry-run -o program s.o");

        assertThat(folder().printed())
                .containsExactly(
                        " [passed unchanged] s.o: .llvm.offloading [1] image 0",
                        " \"%s\" -o program program.openmp.image.wrapper.o s.o"
                                .formatted(HostToolchain.find("ld").orElseThrow()));
        assertThatThrownBy(() ->
                        folder().link("llvm-19", "--linker-path=ld --dry-run -o program s.o s.o"))
                .hasMessageContaining("is for spirv64-intel, which no device linker accepts");
    }

    @Test
    void warnsOfEntriesOfAnotherRelease() {
        HostToolchain.assume("ld");
        folder().lay("t16.o");

        var warnings = folder().link("llvm-22", "--linker-path=ld --dry-run -o program t16.o");

        assertThat(warnings)
                .extracting(LinkDiagnostic::toString)
                .containsExactly(
                        "t16.o: omp_offloading_entries: has entries that nothing registers, when"
                                + " those of this link under profile llvm-22 are in"
                                + " llvm_offload_entries; they fit documented, llvm-14 to"
                                + " llvm-19");
    }

    @Test
    void printsTheWrappedModule() {
        HostToolchain.assume("ld");
        folder().lay("lm19.o");
        HostToolchain.write(path.resolve("image"), LinkDirectory.IMAGE);

        folder().link(
                        "llvm-19",
                        "--linker-path=ld --dry-run --print-wrapped-module"
                                + " --override-image=openmp=image -o program lm19.o");

        assertThat(folder().printed())
                .anySatisfy(line -> assertThat(line).startsWith("@.omp_offloading.descriptor = "));
    }
}
