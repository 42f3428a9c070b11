package org.offloadtck.emulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.emulation.inject.InjectedFault;
import org.offloadtck.emulation.run.ExecOptions.Parsed;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.timing.figures.Quantity;

class ExecOptionsTest {

    private static ExecOptions options(String... arguments) {
        var parsed = ExecOptions.parse(List.of(arguments));
        assertThat(parsed).isInstanceOf(Parsed.Options.class);
        return ((Parsed.Options) parsed).options();
    }

    private static Parsed.Answer answer(String... arguments) {
        var parsed = ExecOptions.parse(List.of(arguments));
        assertThat(parsed).isInstanceOf(Parsed.Answer.class);
        return (Parsed.Answer) parsed;
    }

    @Test
    void nothingSaidMeansTheDefaults() {
        var options = options();

        assertThat(options.device().name()).isEqualTo("t4");
        assertThat(options.devices()).isEqualTo(1);
        assertThat(options.checks()).containsExactly(Check.MEMCHECK);
        assertThat(options.injections()).isEmpty();
        assertThat(options.reportFile()).isEmpty();
        assertThat(options.apiTrace()).isFalse();
        assertThat(options.timing()).isFalse();
        assertThat(options.failOnFindings()).isFalse();
    }

    @Test
    void everyOptionIsRead() {
        var options =
                options(
                        "--device",
                        "h200",
                        "--devices=2",
                        "--check=memory,leaks",
                        "--inject",
                        "no-device",
                        "--inject=oom@3",
                        "--api-trace",
                        "--timing",
                        "--report",
                        "r.json",
                        "--fail-on-findings");

        assertThat(options.device()).isEqualTo(DeviceSpec.h200());
        assertThat(options.devices()).isEqualTo(2);
        assertThat(options.checks()).containsExactly(Check.MEMCHECK, Check.LEAKCHECK);
        assertThat(options.injections())
                .map(InjectedFault::toString)
                .containsExactly("no-device", "oom@3");
        assertThat(options.apiTrace()).isTrue();
        assertThat(options.timing()).isTrue();
        assertThat(options.reportFile()).contains("r.json");
        assertThat(options.failOnFindings()).isTrue();
    }

    @Test
    void anUnknownCheckIsToldWhatExists() {
        var answer = answer("--check=ghosts");

        assertThat(answer.exitStatus()).isEqualTo(2);
        assertThat(answer.text())
                .startsWith("offload-tck exec: ")
                .contains(
                        "'ghosts' is not a check when it should be one of memcheck (memory),"
                                + " leakcheck (leaks), initcheck (uninitialised), initcheck-loads"
                                + " (uninitialised-loads), racecheck (races), synccheck (barriers),"
                                + " all\n")
                .endsWith(
                        "\n"
                                + "Usage: offload-tck exec [OPTIONS] -- PROGRAM [ARGUMENTS]; --help"
                                + " lists the options\n");
    }

    @Test
    void aProfileImpliesTiming() {
        assertThat(options("--profile-out=p.html").timing()).isTrue();
        assertThat(options("--profile-out=p.html").profiles().areWanted()).isTrue();
        assertThat(options("--timing").profiles().areWanted()).isFalse();
    }

    @Test
    void aProfileOfAnUnknownFormatIsRefused() {
        var answer = answer("--profile-out=p.pdf");

        assertThat(answer.exitStatus()).isEqualTo(2);
        assertThat(answer.text())
                .startsWith(
                        "offload-tck exec: --profile-out is 'p.pdf' when it should end in .html,"
                                + " .json or .txt, or be a folder\n");
    }

    @Test
    void aSuppressionFileThatIsMissingIsNamed() {
        var answer = answer("--suppressions=none.yaml", "--directory=/nowhere");

        assertThat(answer.exitStatus()).isEqualTo(2);
        assertThat(answer.text())
                .startsWith(
                        "offload-tck exec: --suppressions: /nowhere/none.yaml: there is no such"
                                + " file\n");
    }

    @Test
    void aSuppressionFileThatIsInvalidIsNamedWithItsProblem(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), "- {id: x, kernel: k, findings: [ghost]}");

        var answer = answer("--suppressions=bad.yaml", "--directory=" + folder);

        assertThat(answer.exitStatus()).isEqualTo(2);
        assertThat(answer.text()).contains("bad.yaml").contains("ghost");
    }

    @Test
    void knownDefectsOfDeviceRuntimesAreSuppressedUnlessShown() {
        assertThat(options().suppressions()).isEqualTo(Suppressions.ofDeviceRuntimes());
        assertThat(options("--show-suppressed").suppressions())
                .isEqualTo(Suppressions.ofDeviceRuntimes().ofFaults());
    }

    @Test
    void anUnknownDeviceIsToldWhatExists() {
        assertThat(answer("--device=v100").text())
                .contains(
                        "'v100' is not a device when it should be one of t4, rtx2060, a100, a40,"
                                + " l40, h100, h200, b200, rtx5090\n");
    }

    @Test
    void aReportGoesSomewhere() {
        assertThat(answer("--report=").text())
                .startsWith("offload-tck exec: --report is empty when it should name a file\n");
    }

    @Test
    void aFaultThatIsNoneIsToldWhatExists() {
        assertThat(answer("--inject=oom").text())
                .contains("'oom' when it should be one of no-device, oom@N");
    }

    @Test
    void whatIsNoOptionIsAnError() {
        assertThat(answer("--chekc=leaks").text())
                .startsWith(
                        "offload-tck exec: '--chekc=leaks' is not an option; the program comes"
                                + " after --\n");
        assertThat(answer("--api-trace", "ls").text())
                .startsWith("offload-tck exec: 'ls' is not an option; ");
    }

    @Test
    void theReferenceRuntimeIsAskedForByName() {
        assertThat(options().runtime()).isEqualTo(RuntimeLibrary.OWN);
        assertThat(options("--runtime=reference").runtime()).isEqualTo(RuntimeLibrary.REFERENCE);
        assertThat(answer("--runtime=ours").text())
                .contains("'ours' is not a runtime when it should be one of own, reference\n");
    }

    @Test
    void whatIsAboutTheDriverNeedsTheDriver() {
        assertThat(answer("--runtime=reference", "--api-trace").text())
                .contains("--api-trace is about the driver, which programs do not use with");
        assertThat(answer("--runtime=reference", "--inject=oom@1").text())
                .contains("--inject is about the driver, which programs do not use with");
    }

    @Test
    void theNumberOfDevicesHasBounds() {
        assertThat(answer("--devices=0").text())
                .contains("--devices is 0 when it should be from 1 to 16\n");
        assertThat(options("--devices=16").devices()).isEqualTo(16);
        assertThat(answer("--devices=17").exitStatus()).isEqualTo(2);
    }

    @Test
    void turnsOfWarpsAreOfThePermittedNumberOfInstructions() {
        assertThat(options().warpTurns()).isEqualTo(WarpTurns.OF_A_DEVICE);
        assertThat(options("--check=races").warpTurns()).isEqualTo(WarpTurns.LONG);
        assertThat(options("--interleave=1").warpTurns()).isEqualTo(WarpTurns.of(1));
        assertThat(options("--check=races", "--interleave=4096").warpTurns())
                .isEqualTo(WarpTurns.LONG);
        assertThat(answer("--interleave=0").text()).contains("'0' is not a number from 1 to 4096");
        assertThat(answer("--interleave=4097").exitStatus()).isEqualTo(2);
    }

    @Test
    void helpIsNoError() {
        var answer = answer("--help");

        assertThat(answer.exitStatus()).isZero();
        assertThat(answer.text())
                .contains("--fail-on-findings")
                .contains("Exit status:\n")
                .endsWith("\n");
    }

    @Test
    void figuresOfTheDeviceCanBeOthersWithinWhatIsPublished() {
        var options = options("--timing", "--figure", "l1_latency=30", "--figure=l2_latency=231");

        assertThat(options.timedDevice().timing().value(Quantity.L1_LATENCY)).isEqualTo(30);
        assertThat(options.figures()).containsEntry("l2_latency", 231L);
        assertThat(answer("--timing", "--figure=l1_latency=1").text())
                .startsWith(
                        "offload-tck exec: --figure: l1_latency is 1 when it should be from 30 to"
                                + " 32\n");
        assertThat(answer("--timing", "--figure=tea=1").text())
                .startsWith("offload-tck exec: --figure: 'tea' is no figure of a device\n");
        assertThat(answer("--figure=l1_latency=30").text())
                .startsWith("offload-tck exec: --figure is about --timing, which is not given\n");
        assertThat(answer("--timing", "--figure=l1_latency").exitStatus()).isEqualTo(2);
        assertThat(answer("--timing", "--figure=l1_latency=x").exitStatus()).isEqualTo(2);
    }
}
