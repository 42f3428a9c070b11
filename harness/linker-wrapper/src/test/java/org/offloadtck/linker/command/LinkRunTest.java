package org.offloadtck.linker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.RecordingLinker;
import org.offloadtck.linker.Toolchain;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.Programs;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.offload.OffloadBinary;

/// The link as a command, beside the `clang-linker-wrapper` of each release where it is installed.
final class LinkRunTest {

    /// A device image: an object for x86-64.
    private static final byte[] IMAGE =
            OffloadBinary.parseAll(
                            ObjectBytes.of(
                                    "t19.o",
                                    ElfObject.parse("t19.o", Corpus.bytes("objects/t19.o"))
                                            .section(".llvm.offloading")
                                            .orElseThrow()
                                            .bytes()))
                    .getFirst()
                    .binary()
                    .images()
                    .getFirst()
                    .toByteArray();

    @TempDir private Path folder;

    private final List<String> printed = new ArrayList<>();

    private List<LinkDiagnostic> link(String profile, String words) {
        return link(profile, Programs.of(System.getenv().getOrDefault("PATH", "")), words);
    }

    private List<LinkDiagnostic> link(String profile, Programs programs, String words) {
        var wrapper =
                new LinkerWrapper(
                        CorpusInputs.profile(profile),
                        new DeviceLinkers(List.of(new RecordingLinker("nvptx64-nvidia-cuda"))));
        return LinkRun.run(
                wrapper,
                List.of(words.split(" ", -1)),
                new Surroundings(folder, programs, Duration.ofMinutes(1), printed::add));
    }

    private void lay(String... objects) {
        for (String object : objects) {
            Toolchain.write(folder.resolve(object), Corpus.bytes("objects/" + object));
        }
    }

    private void archive(String name, String... objects) {
        var members =
                Stream.of(objects)
                        .map(object -> ArchiveMember.of(object, Corpus.bytes("objects/" + object)))
                        .toList();
        Toolchain.write(folder.resolve(name), Archive.of(name, members).write());
    }

    private Set<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals("output.txt"))
                    .collect(Collectors.toSet());
        }
    }

    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void prints_the_host_link_that_the_release_prints(String release) {
        String tool = "clang-linker-wrapper-" + release;
        Toolchain.assume(tool);
        Toolchain.assume("ld");
        lay("lm%s.o".formatted(release));
        archive("lib.a", "la%s.o".formatted(release), "lb%s.o".formatted(release));
        String words =
                "--host-triple=x86_64-pc-linux-gnu --linker-path=%s --dry-run --save-temps -pie"
                    + " --hash-style=gnu -m elf_x86_64 -o program lm%s.o lib.a -z now -rpath /a";
        String line = words.formatted(Toolchain.find("ld").orElseThrow(), release);

        link("llvm-" + release, line);

        var theirs =
                Toolchain.succeed(
                        Toolchain.run(
                                folder,
                                Stream.concat(Stream.of(tool), words(line))
                                        .toArray(String[]::new)));
        assertThat(printed.getLast()).isEqualTo(theirs.lines().toList().getLast());
    }

    private static Stream<String> words(String line) {
        return Stream.of(line.split(" ", -1));
    }

    /// But for the bitcode of the wrapper module, which nothing here is made of.
    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void keeps_the_files_that_the_release_keeps(String release) throws IOException {
        String tool = "clang-linker-wrapper-" + release;
        Toolchain.assume(tool);
        Toolchain.assume("ld");
        Toolchain.assume("cc");
        lay("lm%s.o".formatted(release));
        archive("lib.a", "la%s.o".formatted(release), "lb%s.o".formatted(release));
        var before = files();
        String line =
                "--host-triple=x86_64-pc-linux-gnu --linker-path=%s --save-temps -r -o program lm%s.o lib.a"
                        .formatted(Toolchain.find("ld").orElseThrow(), release);
        link("llvm-" + release, line);
        var ours = files();
        for (String file : ours) {
            if (!before.contains(file)) {
                Files.delete(folder.resolve(file));
            }
        }

        Toolchain.succeed(
                Toolchain.run(
                        folder,
                        Stream.concat(Stream.of(tool), words(line)).toArray(String[]::new)));

        var theirs =
                files().stream()
                        .filter(name -> !name.endsWith(".wrapper.bc"))
                        .collect(Collectors.toSet());
        assertThat(ours).isEqualTo(theirs);
    }

    @ParameterizedTest(name = "LLVM {0}")
    @ValueSource(strings = {"16", "19", "22"})
    void links_images_for_the_cpu_to_shared_objects(String release) throws IOException {
        Toolchain.assume("cc");
        Toolchain.assume("ld");
        lay("lm%s.o".formatted(release), "la%s.o".formatted(release));

        link(
                "llvm-" + release,
                "--linker-path=ld --save-temps -r -o program lm%s.o la%s.o"
                        .formatted(release, release));

        var image =
                files().stream().filter(name -> name.endsWith(".img")).findFirst().orElseThrow();
        var linked = ElfObject.parse(image, Toolchain.read(folder.resolve(image)));
        assertThat(linked.header().type()).isEqualTo(ElfType.SHARED);
        assertThat(folder.resolve("program")).exists();
    }

    @Test
    void names_the_wrapper_objects_of_two_programming_models_apart() {
        Toolchain.assume("ld");
        Toolchain.assume("llvm-link-16");
        lay("tn16.o", "cu16.o");

        link("llvm-16", "--linker-path=ld --dry-run --save-temps -o program tn16.o cu16.o");

        assertThat(printed.getLast())
                .contains(
                        "-o program program.openmp.image.wrapper.o"
                                + " program.cuda.image.wrapper.o tn16.o");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "-o x z.o, ARGUMENT, 'command line: --linker-path=: is missing'",
        "--linker-path=no-such-linker z.o, ARGUMENT, 'names no-such-linker'",
        "--linker-path=ld --override-image=opencl=z.o, ARGUMENT, 'is ''opencl=z.o'''",
        "--linker-path=ld --override-image=openmp=z.o, ARGUMENT, 'which is no file'",
        "--linker-path=ld -lmissing, LIBRARY, '-lmissing: library'"
    })
    void refuses_what_cannot_be_done(String words, LinkRule rule, String message) {
        Toolchain.assume("ld");

        assertThatThrownBy(() -> link("llvm-19", words))
                .hasMessageContaining(message)
                .asInstanceOf(type(LinkException.class))
                .extracting(refusal -> refusal.diagnostics().getFirst().rule())
                .isEqualTo(rule);
    }

    @Test
    void says_what_bitcode_takes_where_it_is_missing() {
        lay("cu16.o");
        Toolchain.write(folder.resolve("ld"), new byte[0]);
        assertThat(folder.resolve("ld").toFile().setExecutable(true)).isTrue();

        assertThatThrownBy(() ->
                        link(
                                "llvm-16",
                                new Programs(List.of(folder)),
                                "--linker-path=ld --dry-run -o program cu16.o"))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        "cu16.o: .llvm.offloading [8] image 1: is bitcode, which takes llvm-link,"
                                + " opt, llc of one LLVM release, when no folder of the PATH has"
                                + " all three");
    }

    @Test
    void embeds_an_image_in_place_of_those_that_would_be_linked() throws IOException {
        Toolchain.assume("ld");
        lay("lm19.o");
        Toolchain.write(folder.resolve("image"), IMAGE);

        link(
                "llvm-19",
                "--linker-path=ld --save-temps --override-image=openmp=image -r -o program lm19.o");

        assertThat(files()).doesNotContain("program.x86_64.native.img");
        var wrapper =
                ElfObject.parse(
                        "wrapper",
                        Toolchain.read(folder.resolve("program.openmp.image.wrapper.o")));
        var content = wrapper.section(".llvm.offloading.relocatable").orElseThrow().bytes();
        var image = OffloadBinary.parse("image", content).images().getFirst();
        assertThat(image.toByteArray()).isEqualTo(IMAGE);
        assertThat(image.target().triple()).isEqualTo("x86_64--");
    }

    @Test
    void gives_the_device_linker_its_options() {
        Toolchain.assume("ld");
        Toolchain.assume("cc");
        lay("lm19.o");

        link(
                "llvm-19",
                "--linker-path=ld --dry-run --device-linker=-z --device-linker=defs=1"
                        + " --device-linker=x86_64-pc-linux-gnu=--foo"
                        + " --device-linker=amdgcn-amd-amdhsa=--bar -o program lm19.o");

        assertThat(printed.getFirst())
                .endsWith("-shared -Xlinker -z -Xlinker defs=1 -Xlinker --foo")
                .doesNotContain("--bar");
    }

    @Test
    void passes_a_single_linked_image_that_no_device_linker_takes() {
        Toolchain.assume("ld");
        var spirv = FatObjects.image("spirv64-intel", "", new byte[] {3, 2, 0x23, 7});
        var object = (LinkInput.Relocatable) FatObjects.of("s.o", List.of(spirv));
        Toolchain.write(folder.resolve("s.o"), object.elf().write());

        link("llvm-19", "--linker-path=ld --dry-run -o program s.o");

        assertThat(printed)
                .containsExactly(
                        " [passed as it is] s.o: .llvm.offloading [1] image 0",
                        " \"%s\" -o program program.openmp.image.wrapper.o s.o"
                                .formatted(Toolchain.find("ld").orElseThrow()));
        assertThatThrownBy(() -> link("llvm-19", "--linker-path=ld --dry-run -o program s.o s.o"))
                .hasMessageContaining(
                        "is for spirv64-intel, which none of the device linkers takes");
    }

    @Test
    void warns_of_entries_of_another_release() {
        Toolchain.assume("ld");
        lay("t16.o");

        var warnings = link("llvm-22", "--linker-path=ld --dry-run -o program t16.o");

        assertThat(warnings)
                .extracting(LinkDiagnostic::toString)
                .containsExactly(
                        "t16.o: omp_offloading_entries: has entries that nothing registers, when"
                                + " those of this link under profile llvm-22 are in"
                                + " llvm_offload_entries; they fit documented, llvm-14 to"
                                + " llvm-19");
    }

    @Test
    void prints_the_wrapped_module() {
        Toolchain.assume("ld");
        lay("lm19.o");
        Toolchain.write(folder.resolve("image"), IMAGE);

        link(
                "llvm-19",
                "--linker-path=ld --dry-run --print-wrapped-module --override-image=openmp=image"
                        + " -o program lm19.o");

        assertThat(printed)
                .anySatisfy(line -> assertThat(line).startsWith("@.omp_offloading.descriptor = "));
    }
}
