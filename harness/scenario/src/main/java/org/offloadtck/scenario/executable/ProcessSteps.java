package org.offloadtck.scenario.executable;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.implementation.emulated.DeviceQuery;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.scenario.world.World;

/// Programs as processes of the emulated driver: several at once, ended by others, and programs
/// that are not of a toolchain.
public final class ProcessSteps {

    private static final Duration A_WHILE = Duration.ofMinutes(1);

    private final World world;
    private final ScenarioExecutable trial;
    private Optional<ProcessResult> answer = Optional.empty();
    private Optional<ScenariosInChildJvm> child = Optional.empty();

    public ProcessSteps(World world, ScenarioExecutable trial) {
        this.world = world;
        this.trial = trial;
    }

    @When("the executable {word} is built at {word} and run {int} times at once")
    public void isRunAtOnce(String program, String level, int times) {
        trial.build(program, level);
        var runs =
                IntStream.range(0, times)
                        .mapToObj(_ -> trial.start(ExecutableSteps.mandatory()))
                        .toList();
        var outcomes = runs.stream().map(EmulatedRun::outcome).toList();
        runs.forEach(EmulatedRun::close);
        for (var outcome : outcomes) {
            trial.keep(outcome);
            trial.requirePass();
        }
    }

    @When("the executable {word} is built at {word}, run, and killed when it has printed {string}")
    public void isKilled(String program, String level, String text) {
        trial.build(program, level);
        try (var run = trial.start(ExecutableSteps.mandatory())) {
            assertThat(run.awaitOutput(text, A_WHILE)).as("printed " + text).isTrue();
            run.kill();
            trial.keep(run.outcome());
        }
    }

    @When(
            "the executable {word} is built at {word}, run, and its server killed when it has"
                    + " printed {string}")
    public void isLeftByItsServer(String program, String level, String text) {
        trial.build(program, level);
        try (var server = PrivateServer.prepare();
                var run = trial.start(ExecutableSteps.mandatory().with(server.environment()))) {
            assertThat(run.awaitOutput(text, A_WHILE)).as("printed " + text).isTrue();
            assertThat(server.kill()).isEqualTo(1);
            trial.keep(run.outcome());
        }
    }

    @When("the toolchain's tool lists the devices")
    public void listsTheDevices() {
        var asked = DeviceQuery.ask(trial.driver().platform(), trial.installation());
        world.attach(asked.evidence());
        answer = Optional.of(asked);
    }

    @Then("it prints {string}")
    public void itPrints(String line) {
        var given = answer.orElseThrow();
        assertThat(given.ending()).as(given.errors()).isEqualTo(new ProcessTermination.Exited(0));
        assertThat(given.output().strip()).isEqualTo(line);
    }

    @When("the kit's scenarios for CUDA run in a JVM of their own on the emulated driver")
    public void theKitRuns() {
        world.use(ImplementationIdentity.REFERENCE, trial.driver().identity());
        var outcome = ScenariosInChildJvm.run(trial.driver().platform(), "@cuda");
        world.attach(outcome.run().result().evidence());
        child = Optional.of(outcome);
    }

    @Then("all of them pass and the driver launched their kernels")
    public void allOfThemPass() {
        var outcome = child.orElseThrow();
        assertThat(outcome.results()).isNotEmpty();
        assertThat(outcome.results())
                .allSatisfy(result ->
                        assertThat(result.verdict().text())
                                .as(result.identity().key())
                                .isEqualTo(Verdict.pass().text()));
        assertThat(outcome.run().report().total()).isPositive();
    }
}
