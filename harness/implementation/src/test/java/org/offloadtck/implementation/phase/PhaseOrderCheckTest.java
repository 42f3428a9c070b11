package org.offloadtck.implementation.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseOrderCheckTest {

    private static final String HOST = "x86_64-unknown-linux-gnu";
    private static final String DEVICE = "nvptx64-nvidia-cuda";

    private static final PhaseOrderCheck ORDER = new PhaseOrderCheck("a.c", HOST, Set.of(DEVICE));

    private static final String PACKED =
            """
            warning: an option is not used
            # "x86_64-unknown-linux-gnu" - "clang", inputs: ["a.c"], output: "a.bc"
            # "nvptx64-nvidia-cuda" - "clang", inputs: ["a.c", "a.bc"], output: "a.s"
            # "nvptx64-nvidia-cuda" - "NVPTX::Assembler", inputs: ["a.s"], output: "a-device.o"
            # "x86_64-unknown-linux-gnu" - "Offload::Packager", inputs: ["a-device.o"], output: "a.out"
            # "x86_64-unknown-linux-gnu" - "clang", inputs: ["a.bc", "a.out"], output: "a.o"
            # "x86_64-unknown-linux-gnu" - "Offload::Linker", inputs: ["a.o"], output: "exe"
            """;

    @Test
    void acceptsWhatClangPrints() {
        assertThat(ORDER.problems(PhaseListing.parse(PACKED))).isEmpty();
    }

    @Test
    void acceptsDeviceObjectsWithoutAPackager() {
        var unpacked =
                PACKED.lines()
                        .filter(line -> !line.contains("Packager"))
                        .map(line -> line.replace("\"a.out\"", "\"a-device.o\""))
                        .toList();

        assertThat(ORDER.problems(PhaseListing.parse(String.join("\n", unpacked)))).isEmpty();
    }

    @Test
    void acceptsABundlerBehindTheHostsObject() {
        var bundled =
                PACKED.lines()
                        .filter(line -> !line.contains("Packager") && !line.contains("Linker"))
                        .map(line -> line.replace(", \"a.out\"]", "]"))
                        .toList();
        var bundler =
                """

                # "x86_64-unknown-linux-gnu" - "offload bundler", inputs: ["a.o", "a-device.o"], output: "fat.o"
                # "x86_64-unknown-linux-gnu" - "Offload::Linker", inputs: ["fat.o"], output: "exe"
                """;

        assertThat(ORDER.problems(PhaseListing.parse(String.join("\n", bundled) + bundler)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "output: \"a.bc\"     | output: \"b.bc\"  | phase 2 reads a.bc, which no earlier"
                        + " phase writes",
                "inputs: [\"a.c\"],   | inputs: [\"b.c\"],| phase 1 reads [b.c] for"
                        + " x86_64-unknown-linux-gnu when it should read a.c for"
                        + " x86_64-unknown-linux-gnu",
                "[\"a.c\", \"a.bc\"]  | [\"a.c\"]         | the compilation for nvptx64-nvidia-cuda"
                        + " does not read a.bc, which the host's wrote",
                "[\"a.c\", \"a.bc\"]  | [\"a.bc\"]        | a.c is compiled for nvptx64-nvidia-cuda"
                        + " 0 times when it should be once",
                "[\"a.bc\", \"a.out\"]| [\"a.bc\"]        | a-device.o, a device object, does not"
                        + " reach exe",
                "[\"a.bc\", \"a.out\"]| [\"a.out\"]       | a.bc is read by 0 phases for"
                        + " x86_64-unknown-linux-gnu when it should be by one",
                "Offload::Linker      | ld                | the last phase is ld of [a.o] when it"
                        + " should be Offload::Linker of a.o",
            })
    void namesWhatIsNotAsTheDesignHasIt(String from, String to, String problem) {
        assertThat(ORDER.problems(PhaseListing.parse(PACKED.replace(from, to)))).contains(problem);
    }

    @Test
    void findsNoPhasesInOtherText() {
        assertThat(ORDER.problems(PhaseListing.parse("0: input, \"a.c\", c")))
                .containsExactly("there are 0 phases when there should be five");
    }

    @Test
    void printsWhatItReads() {
        var phase = new CompilationPhase(HOST, "clang", List.of("a.c", "b.bc"), "a.o");

        assertThat(PhaseListing.parse(phase.toString()))
                .isEqualTo(new PhaseListing(List.of(phase)));
    }
}
