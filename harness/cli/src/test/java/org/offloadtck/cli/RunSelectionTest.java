package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;

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
    void aSelectionOfNothingSaysWhatEachOptionExcludes() {
        assertThat(
                        execute(
                                "run",
                                "--list",
                                "--device",
                                "cuda",
                                "--profile",
                                "llvm-14",
                                "--tags",
                                "@WR-08"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(kit.err())
                .containsPattern(
                        "no scenario of \\d{4} is selected: --tags '@WR-08' excludes \\d{4}, --device cuda excludes \\d{4}, --profile llvm-14 excludes \\d{4}");
    }

    @Test
    void runLeavesOutScenariosWithoutADeviceOfThePlatform() {
        execute("run", "--list", "--device", "cuda");
        assertThat(kit.out().lines())
                .isNotEmpty()
                .allMatch(line -> line.contains("/kernel-launch/"));

        assertThat(execute("run", "--list", "--device", "cuda", "--tags", "@WR-08"))
                .isEqualTo(ExitCode.USAGE);
    }

    /// The whole documents but for the circumstances.
    @Test
    void theOrderAndTheNumberOfScenariosAtATimeChangeNoResult() throws IOException {
        var tags = List.of("--implementation", "reference", "--tags", "@RG-03 or @KL-02");
        run(tags, "-j", "1", "--report", folder.resolve("plain").toString());
        run(
                tags,
                "--jobs",
                "4",
                "--shuffle",
                "7",
                "--report",
                folder.resolve("shuffled").toString());

        assertThat(comparable("shuffled")).isEqualTo(comparable("plain")).hasSizeGreaterThan(9999);
    }

    private String comparable(String report) throws IOException {
        var results = Files.readString(folder.resolve(report).resolve("results.json"));
        return ResultDocument.parse(new DataText(report, results)).comparable().toJson();
    }

    @Test
    void runRefusesFewerThanOneScenarioAtATime() {
        assertThat(execute("run", "--jobs", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("--jobs is 0 when it should be 1 or more");
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

    /// Two toolchains of the kit have the profile. The one that compiles CUDA, too, has the
    /// scenarios.
    @Test
    void aDescriptorOfACudaCompilerHasTheScenariosOfCuda() throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("vendor.yaml"),
                        Corpus.text("implementations/clang-16-cuda.yaml")
                                .replace("id: clang-16-cuda", "id: vendor"));

        assertThat(execute("run", "--list", "--implementation", file.toString()))
                .isEqualTo(ExitCode.OK);

        assertThat(kit.out().lines())
                .hasSizeGreaterThan(4)
                .allMatch(line -> line.contains("executable-run/cuda.feature:"));
    }

    @Test
    void implementationsPrintsADescriptorThatItReads() throws IOException {
        assertThat(execute("implementations", "--template")).isEqualTo(ExitCode.OK);
        var file = folder.resolve("mine.yaml");
        Files.writeString(file, kit.out());

        execute("implementations", file.toString());

        assertThat(kit.out()).contains("my-toolchain: clang, lld and libomptarget 16 of Debian");
    }

    /// A build tree of LLVM 19 without libraries.
    private Path buildTree() throws IOException {
        var tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("lib/clang/19"));
        Files.createDirectories(tree.resolve("bin"));
        for (var tool : List.of("clang++", "clang-linker-wrapper", "nvptx-arch")) {
            Files.setPosixFilePermissions(
                    Files.createFile(tree.resolve("bin").resolve(tool)),
                    PosixFilePermissions.fromString("rwx------"));
        }
        return tree;
    }

    @Test
    void implementationsListsABuildTreeAndWhatItLacks() throws IOException {
        var tree = buildTree();

        assertThat(execute("implementations", "--llvm-build", tree.toString()))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out())
                .startsWith("llvm-build: LLVM 19 of " + tree)
                .contains("profile: llvm-19")
                .contains("missing: there is no " + tree.resolve("lib/libomptarget-nvptx-sm_75.bc"))
                .doesNotContain("clang++ does not exist");

        for (var library : List.of("libomptarget.so", "libomptarget-nvptx-sm_75.bc")) {
            Files.createDirectories(tree.resolve("lib/x86_64-unknown-linux-gnu"));
            Files.createFile(tree.resolve("lib/x86_64-unknown-linux-gnu").resolve(library));
        }
        assertThat(execute("implementations", "--llvm-build", tree.toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains("compiler: " + tree.resolve("bin/clang++"))
                .contains(
                        "runtime: " + tree.resolve("lib/x86_64-unknown-linux-gnu/libomptarget.so"));
    }

    @Test
    void runJudgesABuildTreeByTheScenariosOfItsRelease() throws IOException {
        assertThat(
                        execute(
                                "run",
                                "--llvm-build",
                                buildTree().toString(),
                                "--tags",
                                "@ER-12",
                                "--report",
                                folder.resolve("report").toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(kit.out()).contains("there is no " + folder.resolve("tree"));
    }

    @Test
    void runRefusesAFolderThatIsNoBuildTree() {
        assertThat(execute("run", "--llvm-build", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains(
                        "--llvm-build: %s has no lib/clang/N when it should be a build tree of LLVM with clang"
                                .formatted(folder));
    }
}
