package org.offloadtck.cli.vendor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.cli.CommandRun;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;

/// Scenarios that a wrapper of a compiler fails are replayed from the report, by their script.
final class ReplayTest {

    private static final String RELEASE = "clang-19";

    /// One scenario: a program of one unit.
    private static final String TAGS = "@ER-05 and @quick";

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();
    private Path report = folder;

    @BeforeEach
    void placeReport() {
        report = folder.resolve("report");
    }

    /// The compiler and all that it needs is one script.
    @Test
    void aReplayGivesTheVerdictOfTheRunOrNone() throws Exception {
        compiler("echo 'error: no code today' >&2; exit 3");
        var descriptor = descriptorOfTheScriptAlone();

        var failed = run(descriptor);

        assertThat(failed.verdict().text())
                .isEqualTo(
                        "FAIL_COMPILE: compile of executables-01_parallel_for.o: error: no code today");
        assertThat(replay(failed)).contains("now       " + failed.verdict().text()).endsWith("\n1");
        compiler("echo 'error: other code today' >&2; exit 3");
        assertThat(replay(failed)).contains("other code today").endsWith("\n1");
        Files.delete(descriptor);
        assertThat(replay(failed)).contains("which is no file").endsWith("\n125");
    }

    @Test
    void commandsInEvidenceNameFilesOfTheReport() throws IOException {
        compiler("echo 'error: no code today' >&2; exit 3");

        var failed = run(descriptorOfTheScriptAlone());

        var command = (CommandOutput) failed.evidence().getFirst();
        var id = failed.identity().shortId();
        assertThat(command.setting().folder())
                .isEqualTo("replay/%s/01_parallel_for-O2".formatted(id));
        assertThat(command.command())
                .contains("--cuda-path=replay/%s/toolkit".formatted(id))
                .filteredOn(word -> word.startsWith("replay/") && word.endsWith(".cpp"))
                .singleElement()
                .satisfies(source -> assertThat(report.resolve(source)).exists());
        assertThat(Files.readString(report.resolve("results.json")))
                .doesNotContain("/offload-tck-");
    }

    @Test
    void aReplayPassesOnceTheCompilerIsMended() throws Exception {
        var installed = ToolchainLookup.of(Toolchains.shipped(RELEASE), System.getenv());
        assumeTrue(installed instanceof ToolchainLookup.Found, installed.toString());
        var broken = "case \"$*\" in *-c\\ *) ;; *) echo 'error: no link' >&2; exit 1;; esac\n";
        compiler(broken + "exec clang++-19 \"$@\"");

        var failed = run(descriptor());

        assertThat(failed.verdict().text()).startsWith("FAIL_LINK: link of 01_parallel_for: ");
        assertThat(replay(failed)).endsWith("\n1");
        compiler("exec clang++-19 \"$@\"");
        assertThat(replay(failed)).contains("now       PASS").endsWith("\n0");
    }

    private void compiler(String body) throws IOException {
        var script = Files.writeString(folder.resolve("cc.sh"), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    /// The descriptor of the kit's clang 19 with the script as compiler.
    private Path descriptor() throws IOException {
        return Files.writeString(
                folder.resolve("vendor.yaml"),
                Corpus.text("implementations/%s.yaml".formatted(RELEASE))
                        .replace("id: " + RELEASE, "id: vendor")
                        .replace("compiler: clang++-19", "compiler: ./cc.sh"));
    }

    /// The same with the script as every tool and file, so that none need be installed.
    private Path descriptorOfTheScriptAlone() throws IOException {
        var file = descriptor();
        return Files.writeString(
                file,
                Files.readString(file)
                        .replaceAll("(linker-wrapper|archiver|device-query): .*", "$1: ./cc.sh")
                        .replaceAll("\"?\\{toolchains}.*|/usr/lib/.*", "./cc.sh"));
    }

    private Result run(Path descriptor) throws IOException {
        assertThat(
                        kit.execute(
                                "run",
                                "--implementation",
                                descriptor.toString(),
                                "--tags",
                                TAGS,
                                "--single-file",
                                "--report",
                                report.toString()))
                .as(kit.err())
                .isEqualTo(ExitCode.UNEXPECTED);
        var results = report.resolve("results.json");
        return ResultDocument.parse(new DataText(results.toString(), Files.readString(results)))
                .results()
                .getFirst();
    }

    /// What the script of a result prints, and its status.
    private String replay(Result result) throws IOException, InterruptedException {
        var script = report.resolve("replay/%s/replay".formatted(result.identity().shortId()));
        var process = new ProcessBuilder(script.toString()).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8) + process.waitFor();
    }
}
