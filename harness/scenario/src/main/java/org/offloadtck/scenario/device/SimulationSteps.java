package org.offloadtck.scenario.device;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.implementation.emulated.KernelSimulation;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.plugin.EmulatedPlatform;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;
import org.opentest4j.TestAbortedException;

/// Steps about `offload-tck simulate`: kernels from files, each in a process of its own.
public final class SimulationSteps {

    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private final World world;
    private final ScenarioFolder files;
    private final Optional<EmulatedPlatform> platform =
            ServiceLoader.load(EmulatedPlatform.class).findFirst();
    private Optional<ProcessResult> latest = Optional.empty();

    public SimulationSteps(World world, ScenarioFolder files) {
        this.world = world;
        this.files = files;
    }

    /// The installed emulated platform.
    ///
    /// @throws TestAbortedException if there is none; the scenario is then not run
    private EmulatedPlatform platform() {
        return platform.orElseThrow(() -> new TestAbortedException("no simulator is installed"));
    }

    @Given("the file of device code {word}:")
    public void theFile(String name, String text) {
        files.put(name, (HEADER + text + "\n").getBytes(UTF_8));
    }

    @When("it is simulated with {string}")
    public void isSimulated(String options) {
        world.use(
                ImplementationIdentity.REFERENCE,
                new DeviceIdentity(platform().name(), platform().device()));
        latest = Optional.of(simulate(options));
    }

    @Then("it exits with status {int} and prints:")
    public void itEnds(int status, String lines) {
        var result = latest.orElseThrow();
        assertThat(result.ending())
                .as(result.errors())
                .isEqualTo(new ProcessTermination.Exited(status));
        assertThat((result.output() + result.errors()).lines().map(String::strip))
                .containsSubsequence(lines.lines().map(String::strip).toList());
    }

    @Then("it exits with status {int} and prints the line {string}")
    public void itIsRefused(int status, String line) {
        var result = latest.orElseThrow();
        assertThat(result.ending()).isEqualTo(new ProcessTermination.Exited(status));
        assertThat(result.output() + result.errors()).isEqualTo(line + System.lineSeparator());
    }

    @Then("it prints the same with {string}")
    public void itSaysTheSame(String options) {
        var before = latest.orElseThrow();
        var again = simulate(options);
        assertThat(again.ending()).isEqualTo(before.ending());
        assertThat(again.output()).isEqualTo(before.output());
    }

    private ProcessResult simulate(String options) {
        var words = Arrays.stream(options.split(" ", -1)).toList();
        var result = KernelSimulation.run(platform(), files.folder(), words);
        world.attach(result.evidence());
        return result;
    }
}
