package org.offloadtck.implementation.emulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.external.ScriptedTools;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.implementation.process.ProgramCommand;

/// Runs with a launcher script that writes a report and runs the program.
final class EmulatedRunTest {

    private static final String ONE_LAUNCH =
            """
            {"processes": [{"process": 1, "program": "p", "kernels":
               [{"kernel": "k", "device": 0, "launches": 2}, {"kernel": "k", "device": 1, "launches": 1}]}],
             "findings": [{"kind": "bounds"}]}
            """;

    @TempDir Path folder;

    private EmulatedOutcome run(String report, String script) {
        ScriptedTools.write(
                folder.resolve("launch"),
                """
                while [ "$1" != -- ]; do [ "$1" = --report ] && out=$2; shift; done; shift
                cat >$out <<'JSON'
                %s
                JSON
                "$@"
                """
                        .formatted(report.strip()));
        var program =
                new ProgramCommand(
                        "p", List.of("/bin/sh", "-c", script), folder, Map.of("A", "ok"));
        return EmulatedRun.run(ScriptedTools.platform(folder), program, Setting.PLAIN);
    }

    @Test
    void aProgramPassesIfItPrintsWhatItShouldAndLaunched() {
        var outcome = run(ONE_LAUNCH, "echo $A");

        assertThat(outcome.verdict("ok\n").kind()).isEqualTo(VerdictKind.PASS);
        assertThat(outcome.report().launches()).isEqualTo(Map.of(0, 2L, 1, 1L));
        assertThat(outcome.report().findings()).containsExactly("bounds");
    }

    @Test
    void aRightResultWithoutALaunchIsAHostFallback() {
        var outcome = run("{\"processes\": [], \"findings\": []}", "echo ok");

        assertThat(outcome.verdict("ok\n").text())
                .isEqualTo("HOST_FALLBACK: the driver launched no kernel of p");
    }

    @Test
    void reportsAWrongResultWithTheProgramsOutput() {
        var outcome = run(ONE_LAUNCH, "echo 'wrong: x[1] is 2, when it should be 3'; exit 1");

        assertThat(outcome.verdict("ok\n").text())
                .isEqualTo("FAIL_VALUE: x[1] is 2, when it should be 3");
    }

    @Test
    void otherOutputThanExpectedIsAWrongValue() {
        assertThat(run(ONE_LAUNCH, "echo no").verdict("ok\n").text())
                .isEqualTo("FAIL_VALUE: p printed 'no' when it should print 'ok'");
    }

    @Test
    void reportsAFailedProgramWithItsErrorOutput() {
        var outcome = run(ONE_LAUNCH, "echo 'Libomptarget error: lost' >&2; exit 5");

        assertThat(outcome.verdict("ok\n").text())
                .isEqualTo("FAIL_RUNTIME: p exited with status 5: Libomptarget error: lost");
    }

    @Test
    void aProgramAtItsTimeLimitHangsInTheKernelsThatTheLauncherNames() {
        var words = "offload-tck: time limit of 300 s reached: spin: 0 of 1 CTA done";

        assertThat(
                        run(ONE_LAUNCH, "echo '%s' >&2; exit 124".formatted(words))
                                .verdict("ok\n")
                                .text())
                .isEqualTo("HANG: p ran for more than 300 s: spin: 0 of 1 CTA done");
    }

    @Test
    void aProgramsOwnStatusOf124IsAFailure() {
        assertThat(run(ONE_LAUNCH, "echo 'time is out' >&2; exit 124").verdict("ok\n").text())
                .isEqualTo("FAIL_RUNTIME: p exited with status 124: time is out");
    }

    @Test
    void aProgramThatWritesTheWordsOfTheLauncherDoesNotHang() {
        var words = "offload-tck: time limit of 300 s reached: spin: 0 of 1 CTA done";

        assertThat(run(ONE_LAUNCH, "echo '%s' >&2; exit 3".formatted(words)).verdict("ok\n").kind())
                .isEqualTo(VerdictKind.FAIL_RUNTIME);
    }

    @Test
    void theLauncherHasTheTimeLimitOfTheProgram() {
        assertThat(run(ONE_LAUNCH, "echo ok").result().command().words())
                .containsSubsequence("--time-limit", "300000ms");
    }

    @Test
    void aSignalIsACrash() {
        assertThat(run(ONE_LAUNCH, "echo gone >&2; kill -ABRT $$").verdict("ok\n").text())
                .isEqualTo("CRASH(SIGABRT): in p: gone");
    }

    @Test
    void aKilledProgramLeavesWhatItPrinted() {
        ScriptedTools.write(folder.resolve("launch"), "shift 5\n\"$@\" & wait $!\n");
        var words = List.of("/bin/sh", "-c", "echo begun; exec sleep 600");
        var program = new ProgramCommand("p", words, folder, Map.of());
        try (var run = EmulatedRun.start(ScriptedTools.platform(folder), program, Setting.PLAIN)) {
            assertThat(run.awaitOutput("begun", Duration.ofSeconds(30))).isTrue();
            run.kill();

            var outcome = run.outcome();

            assertThat(outcome.result().ending())
                    .isEqualTo(new ProcessTermination.Signalled("SIGKILL"));
            assertThat(outcome.report().total()).isZero();
        }
    }
}
