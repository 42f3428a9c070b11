package org.offloadtck.scenario.runtime;

import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Optional;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.launch.LaunchResult.Launched;

/// Steps about launches with a `KernelArgsTy` that the profile's compiler would not pass, or that
/// request more than the device has.
public final class LaunchArgumentSteps {

    private final ScenarioHostProgram test;
    private Optional<DeviceException> refusal = Optional.empty();

    public LaunchArgumentSteps(ScenarioHostProgram test) {
        this.test = test;
    }

    @When("the region {word} is launched by 1 team of {int} threads and arguments of version {int}")
    public void isLaunched(String kernel, int threads, int version, DataTable maps) {
        switch (launch(kernel, version, new LaunchClauses(1, threads, 0, 0), arguments(maps))) {
            case Launched launched ->
                    assertThat(launched.size().groupSize().x()).isEqualTo(threads);
            case HostFallback(_, var reason) ->
                    throw new AssertionError("ran on the host: " + reason);
        }
    }

    @When("a launch of the region {word} is attempted with arguments of version {int}")
    public void isAskedToBeLaunched(String kernel, int version, DataTable maps) {
        test.attempt(() -> launch(kernel, version, LaunchClauses.NONE, arguments(maps)));
    }

    @When(
            "a launch of the region {word} is attempted with {long} bytes of memory for each team"
                    + " and")
    public void isAskedToBeLaunched(String kernel, long bytes, DataTable maps) {
        var clauses = new LaunchClauses(1, 32, 0, bytes);
        refusal =
                Optional.ofNullable(
                        catchThrowableOfType(
                                DeviceException.class,
                                () -> test.program().launch(kernel, clauses, arguments(maps))));
    }

    @Then("the device rejects it as {word}")
    public void theDeviceRefuses(String error) {
        assertThat(refusal)
                .hasValueSatisfying(refused ->
                        assertThat(refused.error()).isEqualTo(DeviceError.valueOf(error)));
    }

    private LaunchResult launch(
            String kernel, int version, LaunchClauses clauses, List<MapArgument> arguments) {
        var program = test.program();
        return program.launch(kernel, clauses, program.arguments(version, clauses, arguments));
    }

    private List<MapArgument> arguments(DataTable maps) {
        return maps.asMaps().stream()
                .map(row -> MapClauseRow.of(test.program(), row).argument(test.program()))
                .toList();
    }
}
