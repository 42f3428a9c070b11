package org.offloadtck.scenario.runtime;

import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.scenario.world.World;

/// Steps about pointers to host functions in device code.
///
/// A pointer is written as a function or a table element of the program, `twice` or `table+8`; as
/// the device version of a function, `device twice`; or as a hexadecimal number.
public final class FunctionPointerSteps {

    private static final String OF_DEVICE = "device ";

    private final World world;
    private final ScenarioHostProgram test;

    public FunctionPointerSteps(World world, ScenarioHostProgram test) {
        this.world = world;
        this.test = test;
    }

    @Given("the indirect functions")
    public void theIndirectFunctions(DataTable functions) {
        functions.asMaps().forEach(this::place);
    }

    private void place(Map<String, String> row) {
        String name = cell(row, "function").orElseThrow();
        long address = number(cell(row, "address").orElseThrow());
        String variable = cell(row, "variable").orElse("__omp_offloading_trial_" + name);
        test.program().placeFunction(name, address);
        test.program().layout().indirectFunction(address, name, variable);
    }

    private static Optional<String> cell(Map<String, String> row, String column) {
        return Optional.ofNullable(row.get(column));
    }

    @Given("the table of functions {word} of {long} bytes")
    public void theTableOfFunctions(String name, long bytes) {
        long address = test.program().store(name, new byte[Math.toIntExact(bytes)]);
        test.program().layout().virtualTable(address, "__omp_offloading_trial_" + name, bytes);
    }

    @Given("the host variable {word} that holds the pointers {string}")
    public void theHostVariable(String name, String pointers) {
        var values = pointers(pointers);
        var bytes = ByteBuffer.allocate(8 * values.size()).order(ByteOrder.LITTLE_ENDIAN);
        values.forEach(bytes::putLong);
        test.program().store(name, bytes.array());
    }

    @Given("the image of the indirect functions")
    public void theImage() {
        test.addFunctionImage();
    }

    @Given("the image of {word}")
    public void theImageOf(String path) {
        test.addImage(path);
    }

    @Given("the device stops a kernel after {long} instructions")
    public void theDeviceStopsAKernel(long instructions) {
        world.require(Capability.LAUNCH_LIMIT);
        test.device().limitLaunches(instructions);
    }

    @When("the region {word} is launched by one team of {int} threads until it is stopped, with")
    public void isLaunchedUntilItIsStopped(String kernel, int threads, DataTable maps) {
        List<MapArgument> arguments =
                maps.asMaps().stream()
                        .map(row -> MapClauseRow.of(test.program(), row).argument(test.program()))
                        .toList();
        var fault =
                catchThrowableOfType(
                        DeviceException.class,
                        () ->
                                test.program()
                                        .launch(
                                                kernel,
                                                new LaunchClauses(1, threads, 0, 0),
                                                arguments));
        assertThat(fault).as("the kernel ended by itself").isNotNull();
        assertThat(fault.error()).isEqualTo(DeviceError.KERNEL_FAULT);
        assertThat(fault).hasMessageContaining("should end within");
    }

    @Then("{word} holds the pointers {string} on the host")
    public void holdsThePointers(String name, String expected) {
        var bytes = ByteBuffer.wrap(test.program().contents(name)).order(ByteOrder.LITTLE_ENDIAN);
        var wanted = pointers(expected);
        assertThat(LongStream.range(0, wanted.size()).map(_ -> bytes.getLong()).boxed())
                .extracting(Long::toHexString)
                .isEqualTo(wanted.stream().map(Long::toHexString).toList());
    }

    private List<Long> pointers(String list) {
        return Stream.of(list.split(",", -1)).map(String::strip).map(this::pointer).toList();
    }

    private long pointer(String text) {
        if (text.startsWith(OF_DEVICE)) {
            return deviceFunction(text.substring(OF_DEVICE.length()));
        }
        if (Character.isDigit(text.charAt(0))) {
            return number(text);
        }
        var parts = text.split("\\+", 2);
        long offset = parts.length == 1 ? 0 : number(parts[1]);
        return test.program().address(parts[0]) + offset;
    }

    /// Parses an unsigned number, hexadecimal after `0x`.
    private static long number(String text) {
        return text.startsWith("0x")
                ? Long.parseUnsignedLong(text.substring(2), 16)
                : Long.parseUnsignedLong(text);
    }

    /// The device address of a function.
    ///
    /// @param text `twice` for the function of the first library, `twice in library 2` for another
    private long deviceFunction(String text) {
        var parts = text.split(" in library ", 2);
        int library = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
        var runtime = test.program().runtime();
        return runtime.loadedImage(runtime.libraries().get(library - 1), 0)
                .orElseThrow()
                .program()
                .functionAddress(parts[0])
                .orElseThrow();
    }
}
