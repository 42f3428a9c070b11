package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;

/// A run that is divided into shards and merged is the run that was not divided.
final class ShardedRunTest {

    private static final Duration A_WHILE = Duration.ofMinutes(2);

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    /// Writes the plan `N.json` of the matrix `m.yaml` for N shards.
    private String plan(int shards) {
        var plan = in(shards + ".json");
        assertThat(
                        kit.execute(
                                "plan",
                                "--matrix",
                                in("m.yaml"),
                                "--shards",
                                String.valueOf(shards),
                                "--output",
                                plan))
                .as(kit.err())
                .isEqualTo(ExitCode.OK);
        return plan;
    }

    private int shard(String plan, int shard, String report) {
        return kit.execute(
                "run", "--plan", plan, "--shard", String.valueOf(shard), "--report", in(report));
    }

    private String comparable(String results) throws IOException {
        return ResultDocument.parse(new DataText(results, Files.readString(Path.of(in(results)))))
                .comparable()
                .toJson();
    }

    private void writeMatrix(String yaml) throws IOException {
        Files.writeString(folder.resolve("m.yaml"), yaml);
    }

    @Test
    void anyNumberOfShardsGivesTheDocumentOfOneRun() throws IOException {
        writeMatrix(
                """
                scenarios:
                  - tags: '@OE-01'
                  - tags: '@OE-02 or @WR-08'
                """);
        kit.execute("run", "--plan", plan(1), "--report", in("single"));
        var single = comparable("single/results.json");

        assertThat(single.lines().filter(line -> line.contains("\"key\""))).hasSize(30);
        for (int shards : List.of(1, 4)) {
            var plan = plan(shards);
            for (int shard = shards - 1; shard >= 0; shard--) {
                assertThat(shard(plan, shard, "of-" + shards)).isEqualTo(ExitCode.OK);
            }
            var merged = "merged-" + shards;
            assertThat(kit.execute("merge", plan, in("of-" + shards), "--report", in(merged)))
                    .as(kit.err())
                    .isEqualTo(ExitCode.OK);
            assertThat(comparable(merged + "/results.json")).isEqualTo(single);
            assertThat(folder.resolve(merged).resolve("plan.txt"))
                    .hasSameTextualContentAs(folder.resolve("single/plan.txt"));
        }
    }

    @Test
    void aMergeNamesWhatIsMissingDoubledCutOrOfAnotherPlan() throws IOException {
        writeMatrix("scenarios: [{tags: '@WR-08', profiles: [llvm-16, llvm-19]}]\n");
        var plan = plan(2);
        shard(plan, 0, "report");
        var first = in("report/shard-0/results.json");

        refuses("shard 1: 1 cells have no result, from ", plan, first);
        refuses("--plan %s --shard 1' judges them".formatted(plan), plan, first);
        refuses(first + ": is given twice when it should be given once", plan, first, first);
        var text = Files.readString(Path.of(first));
        Files.writeString(folder.resolve("cut.json"), text.substring(0, text.length() - 40));
        refuses(in("cut.json") + ": line ", plan, in("cut.json"));
        refuses(first + ": circumstances.plan: sha256 is ", plan(1), first);
        Files.writeString(
                folder.resolve("kit.json"),
                text.replaceFirst("\"commit\": \"", "\"commit\": \"other-"));
        refuses(in("kit.json") + ": kit: commit is 'other-", plan, in("kit.json"));
    }

    private void refuses(String message, String... words) {
        var all = new ArrayList<>(List.of("merge"));
        all.addAll(List.of(words));
        all.addAll(List.of("--report", in("refused")));
        var merge = new CommandRun();

        assertThat(merge.execute(all.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
        assertThat(merge.err()).contains(message).doesNotContain("\tat ");
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    @Test
    void aPlanOfAnotherKitAndOptionsThatContradictItAreRefused() throws IOException {
        writeMatrix("scenarios: [{tags: '@WR-08', profiles: [llvm-16, llvm-19]}]\n");
        var plan = plan(2);

        runRefuses("--plan is given with --tags when it should be without", plan, "--tags", "@x");
        runRefuses(
                "--shard is '2' when it should be auto or a number from 0 to 1",
                plan,
                "--shard",
                "2");
        Files.writeString(
                Path.of(plan),
                Files.readString(Path.of(plan)).replace("\"shard\": 1", "\"shard\": 0"));
        runRefuses(plan + ": document: shards is 2 when", plan);
        assertThat(kit.execute("run", "--shard", "1")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("--shard is given without --plan when it should be with it");
    }

    private void runRefuses(String message, String plan, String... more) {
        var all = new ArrayList<>(List.of("run", "--plan", plan, "--report", in("refused")));
        all.addAll(List.of(more));
        var run = new CommandRun();

        assertThat(run.execute(all.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    @Test
    void aMatrixIsRefusedByTheLineOfItsMistake() throws IOException {
        writeMatrix("scenarios:\n  - tags: '@WR-08'\n    devices: [abacus]\n");

        assertThat(
                        kit.execute(
                                "plan",
                                "--matrix",
                                in("m.yaml"),
                                "--shards",
                                "1",
                                "--output",
                                in("p")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains(in("m.yaml") + ": line 3: devices is 'abacus' when it should be one of ");
    }

    @Test
    void testsOfAUserAreJudgedInShards() throws IOException {
        writeMatrix(
                """
                suites:
                  - name: mine
                    devices: [t4, h100]
                    options: --allow-host-fallback
                    seconds: 5
                    commands:
                      - {name: passes, run: 'true'}
                      - {name: fails, run: 'echo why >&2; exit 3'}
                      - {name: crashes, run: 'kill -SEGV $$'}
                      - {name: hangs, run: 'sleep 60'}
                  - name: on-the-host
                    devices: [t4]
                    commands: [{run: 'true'}]
                """);
        var plan = plan(2);
        kit.execute("run", "--plan", plan, "--report", in("single"));
        assertThat(shard(plan, 1, "of-2")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(shard(plan, 0, "of-2")).isEqualTo(ExitCode.UNEXPECTED);

        assertThat(kit.execute("merge", plan, in("of-2"), "--report", in("merged")))
                .as(kit.err())
                .isEqualTo(ExitCode.UNEXPECTED);

        assertThat(comparable("merged/results.json")).isEqualTo(comparable("single/results.json"));
        assertThat(verdicts("merged"))
                .containsExactlyInAnyOrder(
                        "PASS",
                        "PASS",
                        "FAIL_RUNTIME: fails exited with status 3; why",
                        "FAIL_RUNTIME: fails exited with status 3; why",
                        "CRASH(SIGSEGV): in crashes",
                        "CRASH(SIGSEGV): in crashes",
                        "HANG: hangs ran for more than 5 s: no kernel is running",
                        "HANG: hangs ran for more than 5 s: no kernel is running",
                        "HOST_FALLBACK: the driver launched no kernel of true; the option --allow-host-fallback permits it");
    }

    private List<String> verdicts(String report) throws IOException {
        var file = folder.resolve(report).resolve("results.json");
        return ResultDocument.parse(new DataText(report, Files.readString(file))).results().stream()
                .map(result -> result.verdict().text())
                .toList();
    }

    @Test
    void aSuiteIsRefusedByTheLineOfItsMistake() throws IOException {
        writeMatrix(
                """
                suites:
                  - name: mine
                    commands: [{run: 'true'}]
                    devices: [abacus]
                """);

        assertThat(
                        kit.execute(
                                "plan",
                                "--matrix",
                                in("m.yaml"),
                                "--shards",
                                "1",
                                "--output",
                                in("p")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains(in("m.yaml") + ": line 4: devices and options are 'abacus' []: ")
                .contains("'abacus' is not a device when it should be one of t4");
    }

    @Test
    void aShardBuildsTheProgramsThatItJudges() throws IOException {
        writeVendor();
        writeMatrix(
                "scenarios: [{implementations: [%s], tags: '@ER-13'}]\n"
                        .formatted(in("vendor.yaml")));
        compilerDoes("echo >> calls\nexit 1");

        kit.execute("run", "--plan", plan(1), "--report", in("single"));
        var calls = Files.readAllLines(folder.resolve("calls"));
        shard(plan(2), 0, "of-2");
        shard(plan(2), 1, "of-2");

        assertThat(Files.readAllLines(folder.resolve("calls"))).hasSize(2 * calls.size());
        assertThat(calls).hasSize(verdicts("single").size());
    }

    /// Writes the descriptor of a toolchain whose compiler is a script in the folder.
    private void writeVendor() throws IOException {
        kit.execute("implementations", "--template");
        Files.writeString(
                folder.resolve("vendor.yaml"),
                kit.out().replaceAll("compiler: .*", "compiler: ./compiler"));
    }

    /// The compiler of the judged toolchain never ends for its second program, until the shard is
    /// repeated.
    @Test
    void aKilledShardLeavesNoResultsAndIsRepeated() throws Exception {
        writeVendor();
        writeMatrix(
                "scenarios: [{implementations: [%s], tags: '@ER-06'}]\n"
                        .formatted(in("vendor.yaml")));
        compilerDoes("mkdir first && exit 1\ntouch second\nwhile :; do /bin/sleep 1; done");
        var plan = plan(1);

        kill(plan);

        assertThat(folder.resolve("killed/shard-0/results.json")).doesNotExist();
        compilerDoes("exit 1");
        assertThat(shard(plan, 0, "killed")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.execute("run", "--plan", plan, "--report", in("single")))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.execute("merge", plan, in("killed"), "--report", in("merged")))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(withoutTemporaryFiles("merged")).isEqualTo(withoutTemporaryFiles("single"));
        try (var replays = Files.list(folder.resolve("merged/replay"))) {
            assertThat(replays).isNotEmpty();
        }
    }

    private String withoutTemporaryFiles(String report) throws IOException {
        return comparable(report + "/results.json")
                .replaceAll("/[^ \"]*/offload-tck-[^ \"/]*", "TMP");
    }

    private void compilerDoes(String script) throws IOException {
        var compiler = folder.resolve("compiler");
        Files.writeString(compiler, "#!/bin/sh\ncd '%s'\n%s\n".formatted(folder, script));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
    }

    /// Runs the shard in a JVM of its own, which is killed while the compiler works.
    private void kill(String plan) throws IOException, InterruptedException {
        var words =
                KitCommand.ofThisProcess(
                                OffloadTck.class.getName(),
                                "run",
                                "--plan",
                                plan,
                                "--shard",
                                "0",
                                "--report",
                                in("killed"))
                        .words();
        var run =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        long end = System.nanoTime() + A_WHILE.toNanos();
        while (Files.notExists(folder.resolve("second"))) {
            assertThat(run.isAlive() && System.nanoTime() < end).isTrue();
            Thread.sleep(50);
        }
        var children = run.descendants().toList();
        assertThat(run.destroyForcibly().waitFor(A_WHILE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
