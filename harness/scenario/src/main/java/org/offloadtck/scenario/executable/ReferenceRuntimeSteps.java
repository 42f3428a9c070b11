package org.offloadtck.scenario.executable;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.runtime.info.InfoReader;
import org.offloadtck.runtime.info.InfoText;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.TraceComparison;

/// Steps about executables of real toolchains that run with the reference runtime in place of their
/// own.
public final class ReferenceRuntimeSteps {

    /// Options with which the platform's launcher replaces the toolchain's runtime by the reference
    /// runtime.
    private static final List<String> REFERENCE = List.of("--runtime", "reference");

    /// Requests everything that libomptarget prints; and one host thread, so that events have one
    /// order.
    ///
    /// @see "LLVM 16, openmp/libomptarget/include/Debug.h, OpenMPInfoType"
    private static final Map<String, String> TRACED =
            Map.of(
                    "LIBOMPTARGET_INFO", "-1",
                    "LIBOMP_USE_HIDDEN_HELPER_TASK", "0",
                    "OMP_NUM_THREADS", "1");

    private final ScenarioExecutable executable;
    private Optional<EmulatedOutcome> ownRuntime = Optional.empty();

    public ReferenceRuntimeSteps(ScenarioExecutable executable) {
        this.executable = executable;
    }

    @When("the executable {word} is built at {word} and run under the kit's runtime")
    public void isRunUnderTheKits(String program, String level) {
        executable.build(program, level);
        executable.run(reference(ExecutableSteps.mandatory()));
    }

    @When("the executable {word} is built at {word} and run under the kit's runtime with {string}")
    public void isRunUnderTheKitsWith(String program, String level, String options) {
        var setting = ExecutableSteps.mandatory();
        executable.build(program, level);
        executable.run(
                reference(
                        new Setting(
                                List.of(options.split(" ", -1)),
                                setting.environment(),
                                setting.limit())));
    }

    @When("the executable {word} is built at {word} and run under either runtime")
    public void isRunUnderEither(String program, String level) {
        var setting = ExecutableSteps.mandatory().with(TRACED);
        executable.build(program, level);
        executable.run(setting);
        ownRuntime = Optional.of(executable.outcome());
        executable.requirePass();
        executable.run(reference(setting));
    }

    @Then("both have mapped and copied the same")
    public void bothHaveMappedTheSame() {
        assertThat(differences()).isEmpty();
    }

    @Then("both have printed the same but for")
    public void bothHavePrintedTheSame(DataTable table) {
        var comparison =
                TraceComparison.ofLines(
                        InfoText.lines(ownRuntime.orElseThrow().result().errors()),
                        InfoText.lines(executable.outcome().result().errors()));
        assertThat(comparison.differences()).isEqualTo(rows(table));
    }

    @Then("the toolchain's runtime and the kit's have mapped and copied differently")
    public void theyHaveMappedDifferently(DataTable table) {
        assertThat(differences()).isEqualTo(rows(table));
    }

    private static List<String> rows(DataTable table) {
        var expected = new ArrayList<String>();
        for (var row : table.asMaps()) {
            Optional.ofNullable(row.get("toolchain")).map("- "::concat).ifPresent(expected::add);
            Optional.ofNullable(row.get("kit")).map("+ "::concat).ifPresent(expected::add);
        }
        return expected;
    }

    /// The differences between the traces of the reference runtime and of the toolchain's runtime,
    /// on all devices.
    private List<String> differences() {
        var own = trace("the toolchain's runtime", ownRuntime.orElseThrow());
        var kits = trace("the kit's runtime", executable.outcome());
        var devices = new TreeSet<>(own.keySet());
        devices.addAll(kits.keySet());
        var differences = new ArrayList<String>();
        for (int device : devices) {
            var ofToolchain = own.getOrDefault(device, List.of());
            var ofKit = kits.getOrDefault(device, List.of());
            differences.addAll(TraceComparison.of(ofToolchain, ofKit).differences());
        }
        return differences;
    }

    private static SortedMap<Integer, List<MapEvent>> trace(String source, EmulatedOutcome run) {
        return new InfoReader(source).read(run.result().errors());
    }

    /// The same setting with the reference runtime.
    static Setting reference(Setting setting) {
        var options = new ArrayList<>(REFERENCE);
        options.addAll(setting.options());
        return new Setting(options, setting.environment(), setting.limit());
    }
}
