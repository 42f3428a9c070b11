package org.offloadtck.scenario.wrapper;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps that read wrapper objects with other programs.
public final class ObjectReaderSteps {

    /// A line of `llvm-objdump --offloading`: `arch sm_90`.
    private static final String ARCH = "arch";

    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;

    public ObjectReaderSteps(ScenarioFolder scenarioFolder, WrappedImages wrapped) {
        this.scenarioFolder = scenarioFolder;
        this.wrapped = wrapped;
    }

    @Then("{word} reads all of it without warnings")
    public void readsAll(String reader) {
        var result = read(reader, "--all");
        assertThat(result.errors()).isEmpty();
        assertThat(result.output())
                .contains(".text.startup", ".rela.text.startup")
                .doesNotContainIgnoringCase("warning");
    }

    @Then("{word} finds the images for {}")
    public void findsTheImages(String reader, String arches) {
        assertThat(read(reader, "--offloading").output().lines())
                .filteredOn(line -> line.startsWith(ARCH))
                .extracting(line -> line.substring(ARCH.length()).strip())
                .isEqualTo(List.of(arches.split(", ", -1)));
    }

    private ProcessResult read(String reader, String... options) {
        scenarioFolder.put("wrapper.o", wrapped.object().write());
        var arguments = Arrays.copyOf(options, options.length + 1);
        arguments[options.length] = "wrapper.o";
        var result = scenarioFolder.run(reader, arguments);
        ScenarioFolder.succeed(result);
        return result;
    }
}
