package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.fixture.LlvmTool;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Version;
import org.offloadtck.object.offload.OffloadKindNumbering;

/// LLVM's own tools, where they are installed, find the same images and sections. LLVM 15 is the
/// first release with offload sections, LLVM 23 the first with version 2 of the format.
class LlvmToolComparisonTest {

    private static final Optional<LlvmTool> OBJDUMP = LlvmTool.find("llvm-objdump", 15);
    private static final Optional<LlvmTool> READELF = LlvmTool.find("llvm-readelf", 15);

    @TempDir private Path folder;

    static List<String> artifacts() {
        return ArtifactCheckTest.artifacts();
    }

    static List<String> objects() {
        return artifacts().stream().filter(name -> !name.endsWith(".bin")).toList();
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void seesTheImagesThatObjdumpSees(String file) throws IOException {
        assumeTrue(OBJDUMP.isPresent(), "no llvm-objdump of LLVM 15 or later is installed");
        var objdump = OBJDUMP.orElseThrow();
        var binaries = binaries(file);
        assumeTrue(
                objdump.version() >= 23
                        || binaries.stream().allMatch(one -> one.version() == Version.V1),
                objdump.command() + " does not know version 2 of the format");

        var printed = objdump.run(List.of("--offloading", copy(file).toString()));

        assertThat(images(printed)).isEqualTo(expected(binaries, objdump.version()));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void seesTheOffloadingSectionsThatReadelfSees(String file) throws IOException {
        assumeTrue(READELF.isPresent(), "no llvm-readelf of LLVM 15 or later is installed");

        var printed = READELF.orElseThrow().run(List.of("-S", "-W", copy(file).toString()));

        assertThat(printed.stream().filter(line -> line.contains("LLVM_OFFLOADING")).count())
                .isEqualTo(object(file).sections(SectionType.LLVM_OFFLOADING).size());
    }

    private Path copy(String file) throws IOException {
        return Files.write(folder.resolve(file), Corpus.bytes("objects/" + file));
    }

    private static ElfObject object(String file) {
        return ElfObject.parse(file, Corpus.bytes("objects/" + file));
    }

    private static List<OffloadBinary> binaries(String file) {
        var carriers =
                file.endsWith(".bin")
                        ? List.of(ObjectBytes.of(file, Corpus.bytes("objects/" + file)))
                        : object(file).sections(SectionType.LLVM_OFFLOADING).stream()
                                .map(section -> section.contents())
                                .toList();
        return carriers.stream()
                .flatMap(carrier -> OffloadBinary.parseAll(carrier).stream())
                .map(OffloadBinary.Located::binary)
                .toList();
    }

    /// What objdump prints of an image, in the order in which it prints it.
    private static List<String> images(List<String> printed) {
        var images = new ArrayList<String>();
        for (var line : printed) {
            var words = line.strip().split("\\s+", 2);
            switch (words[0]) {
                case "arch" -> images.add("arch " + (words.length > 1 ? words[1] : ""));
                case "triple" -> images.add("triple " + words[1]);
                case "producer" -> images.add("producer " + words[1]);
                default -> {}
            }
        }
        return images;
    }

    private static List<String> expected(List<OffloadBinary> binaries, int version) {
        var numbering =
                version >= 21 ? OffloadKindNumbering.BITMASK : OffloadKindNumbering.SEQUENTIAL;
        var images = new ArrayList<String>();
        for (var binary : binaries) {
            for (var image : binary.images()) {
                var kind = numbering.kind(image.offloadKindCode());
                images.add("arch " + image.target().arch());
                images.add("triple " + image.target().triple());
                images.add("producer " + kind.map(one -> one.label()).orElse("none"));
            }
        }
        return images;
    }
}
