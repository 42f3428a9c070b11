package org.offloadtck.scenario.executable;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.scenario.record.VerdictError;

/// Steps about executables of real toolchains: built, and run on the emulated driver.
public final class ExecutableSteps {

    private static final String POLICY = "OMP_TARGET_OFFLOAD";

    private final ScenarioExecutable executable;

    public ExecutableSteps(ScenarioExecutable executable) {
        this.executable = executable;
    }

    @Given("the toolchain {word}")
    public void theToolchain(String id) {
        executable.useToolchain(id);
    }

    @When("the executable {word} is built at {word}")
    public void isBuilt(String program, String level) {
        executable.build(program, level);
    }

    @When("the executable {word} is built at {word} and run")
    public void isBuiltAndRun(String program, String level) {
        executable.build(program, level);
        executable.run(mandatory());
    }

    @When("the executable {word} is built at {word} and run with {string}")
    public void isBuiltAndRunWith(String program, String level, String options) {
        executable.build(program, level);
        executable.run(new Setting(words(options), mandatory().environment(), mandatory().limit()));
    }

    @When("the executable {word} is built at {word} and run with all checks and {word}={word}")
    public void isRunWithAllChecks(String program, String level, String name, String value) {
        executable.build(program, level);
        var plain = mandatory().with(Map.of(name, value));
        executable.run(new Setting(words("--check all"), plain.environment(), plain.limit()));
    }

    @When("the executable {word} is built at {word} and run with {string} under {word}")
    public void isBuiltAndRunUnder(String program, String level, String options, String policy) {
        executable.build(program, level);
        executable.run(new Setting(words(options), Map.of(POLICY, policy), mandatory().limit()));
    }

    @Then("its results are the host's and the driver launched its kernels")
    public void itsResultsAreTheHosts() {
        executable.requirePass();
    }

    @Then("its results are the host's and the driver launched none")
    public void theHostComputed() {
        var verdict = executable.verdict();
        if (verdict.kind() != VerdictKind.HOST_FALLBACK && verdict.kind() != VerdictKind.PASS) {
            throw new VerdictError(verdict);
        }
        assertThat(verdict.text())
                .isEqualTo(
                        Verdict.of(
                                        VerdictKind.HOST_FALLBACK,
                                        "the driver launched no kernel of "
                                                + executable.outcome().name())
                                .text());
    }

    @Then("the build ends as {word}: {string}")
    public void theBuildEndsAs(String kind, String reason) {
        assertIs(executable.buildFailure(), kind, reason);
    }

    @Then("the program ends as {word}: {string}")
    public void theProgramEndsAs(String kind, String reason) {
        assertIs(executable.verdict(), kind, reason);
    }

    @Then("the driver launched {long} kernel(s) of it")
    public void theDriverLaunched(long launches) {
        assertThat(executable.outcome().report().total()).isEqualTo(launches);
    }

    @Then("the driver launched kernels on the devices {word}")
    public void theDriverLaunchedOn(String devices) {
        assertThat(executable.outcome().report().launches().keySet())
                .extracting(String::valueOf)
                .containsExactlyInAnyOrder(devices.split(",", -1));
    }

    @Then("the report names {string}")
    public void theReportNames(String text) {
        assertThat(executable.outcome().result().errors()).contains(text);
    }

    @Then("the report does not name {string}")
    public void theReportDoesNotName(String text) {
        assertThat(executable.outcome().result().errors()).doesNotContain(text);
    }

    /// The settings of a run with `OMP_TARGET_OFFLOAD=MANDATORY`; otherwise a runtime without a
    /// device falls back to the host silently.
    static Setting mandatory() {
        return new Setting(List.of(), Map.of(POLICY, "MANDATORY"), Setting.PLAIN.limit());
    }

    private static List<String> words(String options) {
        return Stream.of(options.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
    }

    private static void assertIs(Verdict verdict, String kind, String reason) {
        assertThat(verdict.label()).as(verdict.text()).isEqualTo(kind);
        assertThat(verdict.reason()).contains(reason);
    }
}
