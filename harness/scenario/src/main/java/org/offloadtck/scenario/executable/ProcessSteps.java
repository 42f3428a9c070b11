package org.offloadtck.scenario.executable;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

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
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about programs as processes of the emulated driver: several at once, killed processes, and
/// programs without a toolchain.
public final class ProcessSteps {

    private static final Duration A_WHILE = Duration.ofMinutes(1);

    private final World world;
    private final ScenarioFolder files;
    private final ScenarioExecutable executable;
    private Optional<ProcessResult> answer = Optional.empty();
    private Optional<ScenariosInChildJvm> child = Optional.empty();

    public ProcessSteps(World world, ScenarioFolder files, ScenarioExecutable executable) {
        this.world = world;
        this.files = files;
        this.executable = executable;
    }

    @When("the executable {word} is built at {word} and run {int} times at once")
    public void isRunAtOnce(String program, String level, int times) {
        executable.build(program, level);
        var runs =
                IntStream.range(0, times)
                        .mapToObj(_ -> executable.start(ExecutableSteps.mandatory()))
                        .toList();
        var outcomes = runs.stream().map(EmulatedRun::outcome).toList();
        runs.forEach(EmulatedRun::close);
        for (var outcome : outcomes) {
            executable.keep(outcome);
            executable.requirePass();
        }
    }

    @When("the executable {word} is built at {word}, run, and killed when it has printed {string}")
    public void isKilled(String program, String level, String text) {
        executable.build(program, level);
        try (var run = executable.start(ExecutableSteps.mandatory())) {
            assertThat(run.awaitOutput(text, A_WHILE)).as("printed " + text).isTrue();
            run.kill();
            executable.keep(run.outcome());
        }
    }

    @When(
            "the executable {word} is built at {word}, run, and its server killed when it has"
                    + " printed {string}")
    public void isLeftByItsServer(String program, String level, String text) {
        executable.build(program, level);
        try (var server = PrivateServer.prepare();
                var run =
                        executable.start(ExecutableSteps.mandatory().with(server.environment()))) {
            world.holds("server", server.folder());
            assertThat(run.awaitOutput(text, A_WHILE)).as("printed " + text).isTrue();
            assertThat(server.kill()).isEqualTo(1);
            executable.keep(run.outcome());
        }
    }

    @When("the toolchain's tool lists the devices")
    public void listsTheDevices() {
        var asked = DeviceQuery.ask(executable.driver().platform(), executable.installation());
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
        runInChild("@cuda");
    }

    @When("the kit's scenarios for liboffload run in a JVM of their own on the emulated driver")
    public void theKitRunsThroughLiboffload() {
        executable.installation();
        runInChild("@offload");
    }

    private void runInChild(String tags) {
        world.use(ImplementationIdentity.REFERENCE, executable.driver().identity());
        var outcome =
                ScenariosInChildJvm.run(
                        executable.driver().platform(), tags, files.file("results.json"));
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
