package org.offloadtck.implementation.frontend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.plugin.image.TargetId;

/// LLVM's readers read the reference's fat objects as the kit does: `llvm-objdump --offloading` the
/// images, `llvm-readelf` the sections.
///
/// They find images by the section's type, which the profile `documented` does not have, and read
/// only version 1 of the format.
class ReadByLlvmTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();
    private static final List<String> RELEASES = List.of("16", "19", "22");

    @TempDir private Path folder;

    static Stream<Arguments> objects() {
        return RELEASES.stream()
                .flatMap(release -> PROFILES.ids().stream().map(id -> Arguments.of(release, id)));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void objdumpSeesTheImages(String release, String id) throws IOException {
        var carrier = PROFILES.profile(id).fatObject().carrier();
        var object = compile(id);

        var printed = run("llvm-objdump-" + release, "--offloading", file(object));

        var images = images(printed);
        switch (kind(carrier)) {
            case READ -> assertThat(images).isEqualTo(expected(report(object))).isNotEmpty();
            case TOO_NEW ->
                    assertThat(String.join("\n", printed))
                            .contains("Invalid data was encountered while parsing the file");
            case HIDDEN -> assertThat(images).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("objects")
    void readelfSeesTheSections(String release, String id) throws IOException {
        var object = compile(id);

        var printed = run("llvm-readelf-" + release, "-S", "-W", file(object));

        assertThat(printed).noneMatch(line -> line.contains("warning"));
        for (var section : object.sections()) {
            assertThat(printed).as(section.name()).anyMatch(line -> isRow(line, section));
        }
    }

    /// An object for two targets, whose images no reader of this test parses.
    private static ElfObject compile(String id) {
        var device = ObjectBytes.of("device", new byte[] {1, 2, 3});
        var cubin =
                new DeviceObject(
                        new TargetId("nvptx64-nvidia-cuda", "sm_75"), ImageKind.CUBIN, device);
        var lowering = LoweringOptions.of(PROFILES.profile(id));
        var images = List.of(ZaxpyProgram.OPENCL, cubin);
        var object = FatObject.compile("zaxpy.o", ZaxpyProgram.PROGRAM.unit(), images, lowering);
        return ElfObject.parse("zaxpy.o", object.write());
    }

    /// The treatment of a carrier by readers up to LLVM 22.
    private enum Reading {
        READ,
        TOO_NEW,
        HIDDEN
    }

    private static Reading kind(ImageCarrier carrier) {
        return switch (carrier) {
            case ImageCarrier.BundlerSections _ -> Reading.HIDDEN;
            case ImageCarrier.OffloadSection section when section.type() == 1 -> Reading.HIDDEN;
            case ImageCarrier.OffloadSection section ->
                    switch (section.version()) {
                        case V1 -> Reading.READ;
                        case V2 -> Reading.TOO_NEW;
                    };
        };
    }

    /// Whether `line` is the section's row: name, address, file offset and size are columns of
    /// hexadecimal digits.
    private static boolean isRow(String line, Section section) {
        return line.contains(" %s ".formatted(section.name()))
                && line.contains(" %06x ".formatted(section.size()));
    }

    private String file(ElfObject object) throws IOException {
        return Files.write(folder.resolve("zaxpy.o"), object.write()).toString();
    }

    private static List<ImageReport> report(ElfObject object) {
        var report = new ArtifactCheck(PROFILES).check("zaxpy.o", object.write());
        return ((FileReport.Artifact) report).report().images();
    }

    private static List<String> images(List<String> printed) {
        var images = new ArrayList<String>();
        for (var line : printed) {
            var words = line.strip().split("\\s+", 2);
            if (List.of("kind", "arch", "triple", "producer").contains(words[0])) {
                images.add("%s %s".formatted(words[0], words.length > 1 ? words[1] : ""));
            }
        }
        return images;
    }

    private static List<String> expected(List<ImageReport> reports) {
        return reports.stream()
                .flatMap(image ->
                        Stream.of(
                                "kind " + (image.kind().equals("none") ? "<none>" : image.kind()),
                                "arch " + image.arch(),
                                "triple " + image.triple(),
                                "producer " + image.offloadKind()))
                .toList();
    }

    private static List<String> run(String command, String... arguments) throws IOException {
        var folders = System.getenv().getOrDefault("PATH", "").split(":", -1);
        assumeTrue(
                Stream.of(folders).anyMatch(one -> Files.isExecutable(Path.of(one, command))),
                command + " is not installed");
        var line = Stream.concat(Stream.of(command), Stream.of(arguments)).toList();
        var process = new ProcessBuilder(line).redirectErrorStream(true).start();
        try (var output = process.inputReader(UTF_8)) {
            return output.lines().toList();
        }
    }
}
