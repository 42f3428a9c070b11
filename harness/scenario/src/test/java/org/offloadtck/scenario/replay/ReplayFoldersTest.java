package org.offloadtck.scenario.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Evidence.CommandSetting;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;

class ReplayFoldersTest {

    private static final Verdict FAILURE =
            Verdict.of(VerdictKind.FAIL_LINK, "{build}/a.o: no such symbol");

    @TempDir private Path folder = Path.of("");

    private Path report = folder;

    /// A folder whose name a shell would split.
    @BeforeEach
    void createReport() throws IOException {
        report = Files.createDirectory(folder.resolve("it's a \"report\" $HOME"));
    }

    @Test
    void namesTheKeptFilesOfAFailureInItsEvidence() throws IOException {
        var failed = result("fails", FAILURE);
        keep(failed);

        var located = located(failed).getFirst();

        var path = "replay/%s/build".formatted(failed.identity().shortId());
        assertThat(located.verdict().reason()).isEqualTo(path + "/a.o: no such symbol");
        assertThat(located.evidence())
                .containsExactly(
                        new CommandOutput(
                                List.of("cat", path + "/a.o", "{gone}/b.o", "it's"),
                                new CommandSetting(path, Map.of("A", path), "120 s"),
                                1,
                                "read " + path));
    }

    @Test
    void keepsTheFoldersOfFailuresOnly() throws IOException {
        var failed = result("fails", FAILURE);
        var passed = result("passes", Verdict.pass());
        var waived = result("is waived", new Verdict.ExpectedFailure("W1", "known"));
        var stale = result("is stale", new Verdict.UnexpectedPass("W1", "known"));
        for (var each : List.of(failed, passed, waived, stale)) {
            keep(each);
        }
        Files.createDirectory(report.resolve("replay/of-the-user"));

        var located = located(failed, passed, waived, stale);

        assertThat(located.subList(1, 4)).containsExactly(passed, waived, stale);
        try (var folders = Files.list(report.resolve("replay"))) {
            assertThat(folders.map(each -> String.valueOf(each.getFileName())))
                    .containsExactlyInAnyOrder(failed.identity().shortId(), "of-the-user");
        }
    }

    @Test
    void findsAResultInItsFolderAndInTheReport() throws IOException {
        var failed = result("fails", FAILURE);
        var passed = result("passes", Verdict.pass());
        var document = write(failed, passed);
        Files.writeString(report.resolve("results.json"), document.toJson());
        var id = failed.identity().shortId();
        var own = report.resolve("replay").resolve(id);

        assertThat(RecordedResult.find(report, id))
                .get()
                .extracting(RecordedResult::file)
                .isEqualTo(own.resolve("results.json"));
        assertThat(RecordedResult.find(own, id))
                .get()
                .extracting(each -> each.document().subject().selection().implementations())
                .isEqualTo(List.of("/vendor.yaml"));
        assertThat(RecordedResult.find(report, passed.identity().shortId())).isPresent();
        assertThat(RecordedResult.find(report, "0123456789ab")).isEmpty();
    }

    @Test
    void runsTheCommandsOnTheKeptFiles() throws IOException, InterruptedException {
        var failed = result("fails", FAILURE);
        write(failed);

        assertThat(run(failed, "commands.sh"))
                .startsWith("in a.o\n")
                .contains("{gone}/b.o", "it's")
                .endsWith("\n1");
    }

    @Test
    void cannotJudgeWithoutTheKit() throws IOException, InterruptedException {
        var failed = result("fails", FAILURE);
        write(failed);
        var script = report.resolve("replay").resolve(failed.identity().shortId() + "/replay");
        var text = Files.readString(script);

        Files.writeString(script, text.replaceFirst("    '[^']+' \\\\\n", "    /gone/java \\\\\n"));

        assertThat(run(failed, "replay"))
                .isEqualTo("replay: the kit is incomplete: there is no /gone/java\n125");
    }

    /// The main class of the kit is not on the class path of this test: Java exits with 1.
    @Test
    void cannotJudgeIfJavaFails() throws IOException, InterruptedException {
        var failed = result("fails", FAILURE);
        write(failed);
        var script = report.resolve("replay").resolve(failed.identity().shortId() + "/replay");
        Files.writeString(
                script,
                Files.readString(script).replace("org.offloadtck.cli.OffloadTck", "no.such.Main"));

        assertThat(run(failed, "replay")).endsWith("\n125");
    }

    private ResultDocument write(Result... results) throws IOException {
        for (var each : results) {
            keep(each);
        }
        var document =
                ResultDocument.of(
                        new RunSubject(
                                new RunSubject.Kit("1", "", "", Map.of()),
                                RunSubject.Selection.ALL,
                                List.of(),
                                List.of()),
                        located(results));
        new ReplayFolders(report)
                .write(document, Map.of("vendor", "/vendor.yaml"), System.getenv());
        return document;
    }

    private List<Result> located(Result... results) {
        return new ReplayFolders(report).located(List.of(results));
    }

    /// What a script prints, and its status.
    private String run(Result result, String script) throws IOException, InterruptedException {
        var path = report.resolve("replay").resolve(result.identity().shortId()).resolve(script);
        var process = new ProcessBuilder(path.toString()).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8) + process.waitFor();
    }

    private void keep(Result result) throws IOException {
        var build =
                Files.createDirectories(
                        new ReplayFolders(report)
                                .root()
                                .resolve(result.identity().shortId())
                                .resolve("build"));
        Files.writeString(build.resolve("a.o"), "in a.o\n");
    }

    private static Result result(String scenario, Verdict verdict) {
        return new Result(
                new ResultIdentity(
                        ScenarioId.of("replays", scenario),
                        List.of(),
                        "llvm-19",
                        Stage.EXECUTABLE_RUN,
                        ImplementationIdentity.of("vendor"),
                        DeviceIdentity.NONE),
                scenario,
                List.of("ER-01"),
                verdict,
                List.of(
                        new CommandOutput(
                                List.of("cat", "{build}/a.o", "{gone}/b.o", "it's"),
                                new CommandSetting("{build}", Map.of("A", "{build}"), "120 s"),
                                1,
                                "read {build}")));
    }
}
