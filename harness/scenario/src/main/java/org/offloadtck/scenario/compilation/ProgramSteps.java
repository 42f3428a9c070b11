package org.offloadtck.scenario.compilation;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Optional;
import org.offloadtck.conformance.budget.Budgets;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.StagePipeline;
import org.offloadtck.implementation.StagePipeline.Execution;
import org.offloadtck.implementation.element.BufferComparison;
import org.offloadtck.implementation.element.BufferContents;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.plugin.Capability;
import org.offloadtck.scenario.record.UnsupportedException;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.World;

/// Steps about whole programs: compiled, linked and run on the device under test.
public final class ProgramSteps {

    private final World world;
    private final CompiledCorpusProgram program;
    private Optional<Execution> trail = Optional.empty();
    private Optional<DeviceRun> earlier = Optional.empty();

    /// A run on the device that was under test before.
    private record DeviceRun(DeviceIdentity device, BufferContents contents) {}

    public ProgramSteps(World world, CompiledCorpusProgram program) {
        this.world = world;
        this.program = program;
    }

    @Given("programs are timed as on the device {word}")
    public void areTimedAsOn(String model) {
        world.require(Capability.TIME_MODEL);
        world.device().timeLaunches(model);
    }

    @When("the program {word} goes through every stage at {word} with the inputs {word}")
    public void takeThrough(String name, String optimization, String inputs) {
        program.use(name);
        keep(pipeline(optimization).run(program.program(), testCase(inputs), world.device()));
    }

    @Given("the program {word} went through every stage at {word} with the inputs {word}")
    public void wentThrough(String name, String optimization, String inputs) {
        takeThrough(name, optimization, inputs);
        earlier = Optional.of(new DeviceRun(world.identity(), completed().contents()));
    }

    @When("the program {word} is built with the device code {word} and run")
    public void buildAndRun(String name, String label) {
        program.use(name);
        var first = program.program().expectation().cases().getFirst();
        keep(pipeline("").run(program.program(), program.code(label), first, world.device()));
    }

    @Then("every result equals the host's bit for bit")
    public void everyResultIsExact() {
        for (var buffer : completed().buffers()) {
            switch (buffer) {
                case BufferComparison.Exact _ -> {}
                case BufferComparison.Deviating off ->
                        throw new VerdictError(Verdict.of(VerdictKind.FAIL_VALUE, off.toString()));
            }
        }
    }

    @Then("every result is within the tolerance its device code states")
    public void everyResultIsTolerable() {
        requirePass(completed().verdict());
    }

    @Then("every result equals that of the earlier device within the tolerances of both")
    public void everyResultIsThatOfTheEarlierDevice() {
        var first = earlier.orElseThrow(() -> new IllegalStateException("no earlier run"));
        var comparisons = completed().contents().against(first.contents());

        assertThat(comparisons).isNotEmpty();
        for (var comparison : comparisons) {
            if (!comparison.isWithinTolerance()) {
                throw new VerdictError(
                        Verdict.of(
                                VerdictKind.FAIL_VALUE,
                                "%s against %s: %s"
                                        .formatted(world.identity(), first.device(), comparison)));
            }
        }
    }

    @Then("the device launched {long} kernel(s) of the program")
    public void launched(long count) {
        assertThat(completed().launches()).isEqualTo(count);
    }

    @Then("its kernels ran as {long} team(s) of {long} threads")
    public void ranAs(long teams, long threads) {
        completed();
        assertThat(trail().measurements().metrics())
                .contains(
                        new Metric("teams", teams, "teams", Metric.Exactness.EXACT),
                        new Metric("threads", teams * threads, "threads", Metric.Exactness.EXACT));
    }

    @Then("the program is within its budgets")
    public void keepsToItsBudgets() {
        var file = "budgets/%s.yaml".formatted(program.program().name());
        var budgets = Budgets.load(new DataText(file, Corpus.text(file)));
        var measured = trail().measurements();
        completed();

        var lines = budgets.judge(measured, world.identity());

        lines.forEach(world::attach);
        assertThat(lines)
                .as("budgets of %s on %s", measured.subject(), world.identity())
                .isNotEmpty();
        assertThat(budgets.unmeasured(measured, world.identity())).isEmpty();
        requirePass(Budgets.verdict(lines));
    }

    @Then("the run ends as {word}: {string}")
    public void endsAs(String kind, String reason) {
        var verdict = trail().outcome().verdict();

        assertThat(verdict.kind()).isEqualTo(VerdictKind.valueOf(kind));
        assertThat(verdict.reason()).contains(reason);
    }

    private StagePipeline pipeline(String optimization) {
        return new StagePipeline(program.reference(Corpus::bytes), optimization);
    }

    private TestCase testCase(String name) {
        return program.program().expectation().testCase(name).orElseThrow();
    }

    private void keep(Execution run) {
        run.artifacts().forEach(program::show);
        world.attach(run.measurements());
        trail = Optional.of(run);
    }

    private Execution trail() {
        return trail.orElseThrow(() -> new IllegalStateException("no step ran a program"));
    }

    /// The outcome of a completed run.
    ///
    /// @throws VerdictError if the run did not complete
    private RunOutcome.Completed completed() {
        return switch (trail().outcome()) {
            case RunOutcome.Completed completed -> {
                if (completed.launches() == 0) {
                    throw new VerdictError(completed.verdict());
                }
                yield completed;
            }
            case RunOutcome.Stopped(var verdict) -> {
                if (verdict.kind() == VerdictKind.UNSUPPORTED) {
                    throw new UnsupportedException(verdict.reason());
                }
                throw new VerdictError(verdict);
            }
        };
    }

    private static void requirePass(Verdict verdict) {
        if (verdict.kind() != VerdictKind.PASS) {
            throw new VerdictError(verdict);
        }
    }
}
