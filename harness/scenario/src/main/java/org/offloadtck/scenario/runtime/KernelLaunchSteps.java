package org.offloadtck.scenario.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.program.SyntheticHostProgram;
import org.offloadtck.scenario.world.World;

/// Steps about launches of target regions.
public final class KernelLaunchSteps {

    private final World world;
    private final ScenarioHostProgram test;
    private Optional<LaunchResult> result = Optional.empty();

    public KernelLaunchSteps(World world, ScenarioHostProgram test) {
        this.world = world;
        this.test = test;
    }

    @Given("the offload policy {word}")
    public void theOffloadPolicy(String policy) {
        test.useOffloadPolicy(OffloadPolicy.valueOf(policy));
    }

    @When("the region {word} is launched with")
    public void isLaunched(String kernel, DataTable maps) {
        launch(kernel, LaunchClauses.NONE, maps);
    }

    @When("the region {word} is launched by {int} team(s) of at most {int} threads with")
    public void isLaunchedByTeams(String kernel, int teams, int threads, DataTable maps) {
        launch(kernel, new LaunchClauses(teams, threads, 0, 0), maps);
    }

    @When("the region {word} is launched over {long} iterations with")
    public void isLaunchedOver(String kernel, long iterations, DataTable maps) {
        launch(kernel, new LaunchClauses(0, 0, iterations, 0), maps);
    }

    @When("a launch of the region {word} is attempted")
    public void isAskedToBeLaunched(String kernel) {
        test.attempt(() -> test.program().launch(kernel, LaunchClauses.NONE, List.of()));
    }

    @When("a launch of a region without an entry is attempted at {string}")
    public void isAskedToBeLaunchedAt(String location) {
        SyntheticHostProgram program = test.program();
        long source = program.store("psource", (location + '\0').getBytes(UTF_8));
        long ident = program.store("ident_t", new Ident(0, 2, 0, 0, source).write());
        var arguments = program.arguments(LaunchClauses.NONE, List.of());
        var call = new TargetKernelCall(ident, 0, 0, 0, arguments);
        test.attempt(() -> program.runtime().targetKernel(call, -1));
    }

    @Then("the error starts with {string}")
    public void theRefusalStartsWith(String place) {
        assertThat(test.refusal()).hasMessageStartingWith(place);
    }

    @Then("it ran as {int} team(s) of {int} threads")
    public void itRanAs(int teams, int threads) {
        assertThat(launched().size()).isEqualTo(LaunchSize.of(teams, threads));
    }

    @Then("the launch moved {int} bytes to the device and {int} back")
    public void theLaunchMoved(int toDevice, int back) {
        assertThat(launched().transfers()).isEqualTo(new TransferCounts(toDevice, back, 1));
    }

    @Then("the device has launched {int} kernel(s)")
    public void theDeviceHasLaunched(int kernels) {
        assertThat(test.device().launchCount()).isEqualTo(kernels);
    }

    @Then("the host must run it because of {word}")
    public void theHostHasToRunIt(String cause) {
        assertThat(result)
                .hasValueSatisfying(given ->
                        assertThat(given)
                                .isInstanceOfSatisfying(
                                        HostFallback.class,
                                        fallback ->
                                                assertThat(fallback.cause().name())
                                                        .isEqualTo(cause)));
    }

    private void launch(String kernel, LaunchClauses clauses, DataTable maps) {
        List<MapArgument> arguments =
                maps.asMaps().stream()
                        .map(row -> MapClauseRow.of(test.program(), row))
                        .map(row -> row.argument(test.program()))
                        .toList();
        LaunchResult given = test.program().launch(kernel, clauses, arguments);
        if (given instanceof Launched launched) {
            show(launched);
        }
        result = Optional.of(given);
    }

    private void show(Launched launched) {
        TransferCounts traffic = launched.transfers();
        world.attach(
                new Evidence.Measurements(
                        "kernel %s on %s"
                                .formatted(launched.kernel(), world.device().description().id()),
                        List.of(
                                bytes("bytes-to-device", traffic.bytesToDevice()),
                                bytes("bytes-from-device", traffic.bytesFromDevice()))));
    }

    private static Metric bytes(String name, long value) {
        return new Metric(name, value, "bytes", Metric.Exactness.EXACT);
    }

    private Launched launched() {
        return switch (result.orElseThrow(() -> new AssertionError("nothing was launched"))) {
            case Launched launched -> launched;
            case HostFallback(_, var reason) ->
                    throw new AssertionError("ran on the host: " + reason);
        };
    }
}
