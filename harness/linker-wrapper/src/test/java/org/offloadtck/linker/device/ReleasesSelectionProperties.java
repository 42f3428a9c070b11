package org.offloadtck.linker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.device.RandomLinkLine.Placement;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;

/// Compares the images of a link and their order with the output of the release's own wrapper.
final class ReleasesSelectionProperties {

    private static final Pattern INPUT = Pattern.compile("(p\\du\\d)-x86_64-pc-linux-gnu-\\.o");

    @Provide
    Arbitrary<RandomLinkLine> lines() {
        return RandomLinkLine.any();
    }

    @Property(seed = "20261121", tries = 25, shrinking = ShrinkingMode.OFF)
    void llvm16TakesTheSameImages(@ForAll("lines") RandomLinkLine line) {
        compare("16", line);
    }

    @Property(seed = "20261121", tries = 25, shrinking = ShrinkingMode.OFF)
    void llvm19TakesTheSameImages(@ForAll("lines") RandomLinkLine line) {
        compare("19", line);
    }

    @Property(seed = "20261121", tries = 25, shrinking = ShrinkingMode.OFF)
    void llvm22TakesTheSameImages(@ForAll("lines") RandomLinkLine line) {
        compare("22", line);
    }

    private static void compare(String release, RandomLinkLine line) {
        String tool = "clang-linker-wrapper-" + release;
        assumeTrue(HostToolchain.find(tool).isPresent(), tool + " is not on this machine");
        var profile = CorpusInputs.profile("llvm-" + release);

        assertThat(
                        DeviceImageSelection.of(line.inputs(), profile, Set.of()).images().stream()
                                .map(image -> image.origin().file().replace(".o", ""))
                                .toList())
                .as(line.toString())
                .isEqualTo(linkedBy(tool, line));
    }

    private static List<String> linkedBy(String tool, RandomLinkLine line) {
        try {
            var folder = Files.createTempDirectory("selection-");
            var command =
                    new ArrayList<>(
                            List.of(
                                    tool,
                                    "--host-triple=x86_64-pc-linux-gnu",
                                    "--linker-path=ld",
                                    "--dry-run",
                                    "--save-temps",
                                    "-o",
                                    "program"));
            for (var part : line.named()) {
                command.add(write(folder, line, line.parts().indexOf(part)));
            }
            var output =
                    HostToolchain.succeed(
                            HostToolchain.run(folder, command.toArray(String[]::new)));
            delete(folder);
            return output.lines()
                    .filter(printed -> printed.contains("clang"))
                    .flatMap(printed -> INPUT.matcher(printed).results())
                    .map(result -> result.group(1))
                    .toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String write(Path folder, RandomLinkLine line, int index) throws IOException {
        var input = line.input(index);
        if (line.parts().get(index).placement() == Placement.OBJECT) {
            Files.write(folder.resolve(input.source()), bytes(input));
            return input.source();
        }
        var members =
                ((LinkInput.ArchiveFile) input)
                        .members().stream()
                                .map(member -> ArchiveMember.of(member.source(), bytes(member)))
                                .toList();
        Files.write(folder.resolve(input.source()), Archive.of(input.source(), members).write());
        return input.source();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static byte[] bytes(LinkInput object) {
        return ((LinkInput.Relocatable) object).elf().write();
    }
}
