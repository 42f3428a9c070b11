package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;

/// The form of `docs/inspect.md`: held by golden files, and fit for LLVM's FileCheck, of whatever
/// release is installed.
class InspectFormatTest {

    @TempDir private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"t22.o", "r22.o", "exe19", "cu22.o", "h22.o", "p16.bin", "libt.a"})
    void printsTheGoldenText(String file) throws IOException {
        assertThat(inspect(file)).isEqualTo(resource(file + ".inspect"));
    }

    @Test
    void isMatchedByFileCheck() throws IOException, InterruptedException {
        var checks = Files.writeString(folder.resolve("t22.check"), resource("t22.check"));

        assertThat(fileCheck(checks, inspect("t22.o"))).isZero();
        assertThat(fileCheck(checks, inspect("r22.o"))).isNotZero();
    }

    @Test
    void yamlOfAnOffloadBinaryIsOneDocument() throws IOException {
        assertThat(inspect("p19.bin", "--yaml"))
                .startsWith("--- !Offload\nMembers:\n  - ImageKind:       IMG_None\n")
                .endsWith("...\n");
    }

    @Test
    void yamlOfAnObjectIsOneDocumentForEachSection() throws IOException {
        assertThat(inspect("rq16.o", "--yaml").split("--- !Offload\n", -1)).hasSize(3);
    }

    @Test
    void yamlNamesKindsAsTheProfileDoes() throws IOException {
        assertThat(inspect("h22.o", "--yaml")).contains("OffloadKind:     0x4\n");
        assertThat(inspect("h22.o", "--yaml", "--profile", "llvm-22"))
                .contains("OffloadKind:     OFK_HIP\n");
    }

    private String inspect(String file, String... options) throws IOException {
        var path = Files.write(folder.resolve(file), Corpus.bytes("objects/" + file));
        var out = new StringWriter();
        var arguments =
                Stream.concat(Stream.of("inspect", path.toString()), Stream.of(options))
                        .toArray(String[]::new);

        int status = OffloadTck.commandLine().setOut(new PrintWriter(out)).execute(arguments);

        assertThat(status).isEqualTo(ExitCode.OK);
        return out.toString().replace(folder + "/", "");
    }

    private static String resource(String name) throws IOException {
        try (var stream = InspectFormatTest.class.getResourceAsStream("inspect/" + name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), UTF_8);
        }
    }

    private static int fileCheck(Path checks, String input)
            throws IOException, InterruptedException {
        var command = installed();
        assumeTrue(command.isPresent(), "no FileCheck of LLVM is installed");
        var process =
                new ProcessBuilder(List.of(command.orElseThrow(), checks.toString()))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var writer = process.outputWriter(UTF_8)) {
            writer.write(input);
        }
        return process.waitFor();
    }

    private static Optional<String> installed() {
        return Stream.concat(
                        Stream.of("FileCheck"),
                        IntStream.rangeClosed(14, 40).mapToObj(release -> "FileCheck-" + release))
                .filter(InspectFormatTest::isOnPath)
                .findFirst();
    }

    private static boolean isOnPath(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .filter(entry -> !entry.isEmpty())
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, command)));
    }
}
