package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;

/// A signal to `run`, and the run that completes it.
///
/// The compiler of the judged toolchain is a script, which rejects the first program and never ends
/// for the second one. So the signal always comes between two scenarios.
final class InterruptedRunTest {

    private static final Duration A_WHILE = Duration.ofMinutes(2);

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    @BeforeEach
    void makeTheToolchain() throws IOException {
        kit.execute("implementations", "--template");
        Files.writeString(
                folder.resolve("vendor.yaml"),
                kit.out().replaceAll("compiler: .*", "compiler: ./compiler"));
        compilerDoes(
                """
                case "$*" in *aborts.cpp*) exit 1 ;; esac
                touch second
                while :; do /bin/sleep 1; done
                """);
        Files.createDirectory(folder.resolve("tmp"));
    }

    private void compilerDoes(String script) throws IOException {
        var compiler = folder.resolve("compiler");
        Files.writeString(compiler, "#!/bin/sh\ncd '%s'\n%s\n".formatted(folder, script));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
    }

    private String[] words(String report, String... more) {
        return Stream.concat(
                        Stream.of(
                                "run",
                                "--implementation",
                                folder.resolve("vendor.yaml").toString(),
                                "--tags",
                                "@ER-06",
                                "--report",
                                folder.resolve(report).toString()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private String results(String report) throws IOException {
        return Files.readString(folder.resolve(report).resolve("results.json"));
    }

    private static Stream<String> verdicts(String results) {
        return ResultDocument.parse(new DataText("results.json", results)).results().stream()
                .map(result -> result.verdict().text());
    }

    /// The exit status of a run in a JVM of its own, which gets `signal` while the compiler works
    /// on other programs than the first.
    private int interruptedBy(String signal) throws IOException, InterruptedException {
        var kit =
                KitCommand.ofThisProcess(
                                Stream.concat(
                                                Stream.of(OffloadTck.class.getName()),
                                                Stream.of(words("report")))
                                        .toArray(String[]::new))
                        .with(List.of("-Djava.io.tmpdir=" + folder.resolve("tmp")));
        var run =
                new ProcessBuilder(kit.words())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        long end = System.nanoTime() + A_WHILE.toNanos();
        while (Files.notExists(folder.resolve("second"))) {
            assertThat(run.isAlive() && System.nanoTime() < end).isTrue();
            Thread.sleep(50);
        }
        // A failure of the last second may be one of the signal, and is not kept. On a busy machine
        // the run knows of it seconds after the compiler ended.
        Thread.sleep(5000);
        var pid = Long.toString(run.pid());
        assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
        assertThat(run.waitFor(A_WHILE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return run.exitValue();
    }

    private List<String> processesInTheFolder() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(folder.toString()))
                .toList();
    }

    @Test
    void aSignalEndsTheRunWithAReportAndWithoutProcessesAndFiles() throws Exception {
        assertThat(interruptedBy("TERM")).isEqualTo(143);

        assertThat(verdicts(results("report")))
                .contains("NOT_RUN: interrupted")
                .filteredOn(verdict -> !verdict.equals("NOT_RUN: interrupted"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("FAIL_COMPILE: ");
        assertThat(Files.readString(folder.resolve("output")))
                .containsPattern("interrupted: \\d of \\d scenarios were not judged; '--resume ");
        assertThat(processesInTheFolder()).isEmpty();
        try (var left = Files.list(folder.resolve("tmp"))) {
            assertThat(left.map(file -> String.valueOf(file.getFileName())))
                    .noneMatch(name -> name.startsWith("offload-tck-"));
        }
    }

    @Test
    void aResumedRunJudgesOnlyWhatTheInterruptedOneLacks() throws Exception {
        assertThat(interruptedBy("INT")).isEqualTo(130);
        compilerDoes("echo >>calls\nexit 1");
        kit.execute(words("report", "--resume", folder.resolve("report").toString()));
        int calls = calls();
        kit.execute(words("whole"));

        assertThat(comparable(results("report"))).isEqualTo(comparable(results("whole")));
        assertThat(calls() - calls).isEqualTo(calls + 1);
    }

    @Test
    void aRunOfAnotherSelectionIsNotResumed() throws Exception {
        compilerDoes("exit 1");
        kit.execute(words("report"));

        var report = folder.resolve("report");
        assertThat(kit.execute("run", "--tags", "@WR-08", "--resume", report.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains(
                        "--resume is '%s/results.json', in which --implementation is [%s/vendor.yaml] when it should be [], as in this run"
                                .formatted(report, folder));
    }

    /// How often the compiler was called.
    private int calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).size();
    }

    /// The results without times and without the names of temporary files in commands.
    private static String comparable(String results) {
        return ResultDocument.parse(new DataText("results.json", results))
                .comparable()
                .toJson()
                .replaceAll("/[^ \"]*/offload-tck-[^ \"/]*", "TMP");
    }
}
