package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;

/// Which scenarios `run` selects, and for which implementation.
final class RunSelectionTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int execute(String... arguments) {
        return kit.execute(arguments);
    }

    /// The descriptor of clang 16 as that of a vendor, with one more change.
    private Path descriptor(String old, String changed) throws IOException {
        return Files.writeString(
                folder.resolve("vendor.yaml"),
                Corpus.text("implementations/clang-16.yaml")
                        .replace("id: clang-16", "id: vendor")
                        .replace(old, changed));
    }

    private void run(List<String> options, String... more) {
        execute(
                Stream.of(Stream.of("run"), options.stream(), Stream.of(more))
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    @Test
    void runListsTheScenariosThatItWouldRun() {
        assertThat(execute("run", "--list", "--profile", "llvm-16", "--tags", "@WR-08"))
                .isEqualTo(ExitCode.OK);

        assertThat(kit.out().lines())
                .singleElement(InstanceOfAssertFactories.STRING)
                .matches("features/wrapper/[a-z-]+\\.feature:\\d+  .+ \\(profile=llvm-16\\)");
    }

    /// Of the two results of the report, the one that is said to have failed runs again.
    @Test
    void runRepeatsWhatFailed() throws IOException {
        var report = folder.resolve("first");
        var profiles = List.of("--profile", "llvm-16", "--profile", "llvm-19", "--tags", "@WR-08");
        run(profiles, "--report", report.toString());
        var results = report.resolve("results.json");
        var text = Files.readString(results);
        int last = text.lastIndexOf("\"PASS\"");
        var failed =
                text.substring(last)
                        .replaceFirst("\"PASS\"", "\"FAIL_VALUE\"")
                        .replaceFirst("\"reason\": \"\"", "\"reason\": \"planted\"");
        var changed = folder.resolve("changed.json");
        Files.writeString(changed, text.substring(0, last) + failed);

        run(
                List.of(),
                "--rerun-failed",
                changed.toString(),
                "--report",
                folder.resolve("second").toString());

        assertThat(kit.out()).endsWith("index.html\n").contains("\n1 results: 1 PASS\n");
        assertThat(execute("run", "--rerun-failed", results.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains(results + "', in which nothing failed");
    }

    @Test
    void runRefusesAnImplementationThatIsNeitherFileNorId() {
        assertThat(execute("run", "--implementation", "nope")).isEqualTo(ExitCode.USAGE);

        assertThat(kit.err())
                .contains(
                        "--implementation is 'nope', which is no file, when it should be one or clang-15,");
    }

    @Test
    void runRefusesADescriptorOfAReleaseWithoutScenarios() throws IOException {
        var file = descriptor("profile: llvm-16", "profile: llvm-18");

        assertThat(execute("run", "--implementation", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains(
                        "vendor.yaml: profile is 'llvm-18' when it should be one for which there are scenarios: llvm-15, llvm-16, llvm-19");
    }

    /// The descriptor's compiler does not exist, so the scenario of clang-16 is judged without it.
    @Test
    void runJudgesTheToolchainOfADescriptorByTheScenariosOfItsRelease() throws IOException {
        var file = descriptor("compiler: clang++-16", "compiler: ./vendor-cc");

        assertThat(
                        execute(
                                "run",
                                "--implementation",
                                file.toString(),
                                "--tags",
                                "@ER-12",
                                "--report",
                                folder.resolve("report").toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains(folder.resolve("vendor-cc") + " does not exist")
                .contains("\n1 results: 1 UNSUPPORTED\n");
    }

    @Test
    void implementationsPrintsADescriptorThatItReads() throws IOException {
        assertThat(execute("implementations", "--template")).isEqualTo(ExitCode.OK);
        var file = folder.resolve("mine.yaml");
        Files.writeString(file, kit.out());

        execute("implementations", file.toString());

        assertThat(kit.out()).contains("my-toolchain: clang, lld and libomptarget 16 of Debian");
    }
}
