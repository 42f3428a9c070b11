package org.offloadtck.scenario.runtime;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.ReferenceCounts;

/// Steps about the data environment of the device under test.
public final class DataMappingSteps {

    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final ScenarioHostProgram test;

    /// The device addresses that the last data region returned, by index of the argument.
    private SortedMap<Integer, Long> returned = new TreeMap<>();

    public DataMappingSteps(ScenarioHostProgram test) {
        this.test = test;
    }

    @Given("the host variable {word} that holds {string}")
    public void theHostVariable(String name, String bytes) {
        test.program().store(name, HEX.parseHex(bytes));
    }

    @Given("the host variable {word} that points to {word}")
    public void theHostPointer(String name, String object) {
        long address = test.program().store(name, new byte[Long.BYTES]);
        test.program().memory().putI64(address, test.program().address(object), name);
    }

    @When("a data region begins that maps")
    public void begins(DataTable maps) {
        returned = data().begin(arguments(maps));
    }

    @When("a data region ends that maps")
    public void ends(DataTable maps) {
        data().end(arguments(maps));
    }

    @When("an update names")
    public void updates(DataTable maps) {
        data().update(arguments(maps));
    }

    @When("a data region is attempted that maps")
    public void isAskedToBegin(DataTable maps) {
        test.attempt(() -> data().begin(arguments(maps)));
    }

    @When("the end of a data region is attempted that maps")
    public void isAskedToEnd(DataTable maps) {
        test.attempt(() -> data().end(arguments(maps)));
    }

    @When("a data region is attempted that maps {word} with the type bits {word}")
    public void isAskedToBegin(String name, String bits) {
        long address = test.program().address(name);
        var argument =
                new MapArgument(
                        address,
                        address,
                        test.program().size(name),
                        Long.decode(bits),
                        VariableName.of(name));
        test.attempt(() -> data().begin(List.of(argument)));
    }

    @When("an update is attempted that names")
    public void isAskedToUpdate(DataTable maps) {
        test.attempt(() -> data().update(arguments(maps)));
    }

    @When("the pointer {word} is mapped with its object {word}")
    public void mapsPointerAndObject(String pointer, String object) {
        data().begin(pointerAndObject(pointer, object));
    }

    @When("the pointer {word} is unmapped with its object {word}")
    public void unmapsPointerAndObject(String pointer, String object) {
        data().end(pointerAndObject(pointer, object));
    }

    @When("the program associates {word} with device storage")
    public void associates(String name) {
        boolean isAssociated = associate(name);
        assertThat(isAssociated).isTrue();
    }

    @Then("{word} is not associated with other device storage")
    public void isNotAssociated(String name) {
        assertThat(associate(name)).isFalse();
    }

    @When("the program dissociates {word}")
    public void dissociates(String name) {
        assertThat(data().dissociate(test.program().address(name))).isTrue();
    }

    @Then("{word} is not dissociated")
    public void isNotDissociated(String name) {
        assertThat(data().dissociate(test.program().address(name))).isFalse();
    }

    private boolean associate(String name) {
        long size = test.program().size(name);
        return data().associate(
                        test.program().address(name),
                        size,
                        new DevicePointer(test.device().allocate(size), 0));
    }

    @When("the host sets {word} to {string}")
    public void theHostSets(String name, String bytes) {
        test.program().setContents(name, HEX.parseHex(bytes));
    }

    @When("the device sets its copy of {word} to {string}")
    public void theDeviceSets(String name, String bytes) {
        test.program().setDeviceContents(name, HEX.parseHex(bytes));
    }

    @Then("{word} holds {string} on the host")
    public void holdsOnTheHost(String name, String bytes) {
        assertThat(HEX.formatHex(test.program().contents(name))).isEqualTo(bytes);
    }

    @Then("{word} holds {string} on the device")
    public void holdsOnTheDevice(String name, String bytes) {
        assertThat(HEX.formatHex(test.program().deviceContents(name))).isEqualTo(bytes);
    }

    @Then("{word} points to {word} on the host")
    public void pointsOnTheHost(String pointer, String object) {
        assertThat(test.program().memory().i64(test.program().address(pointer), pointer))
                .isEqualTo(test.program().address(object));
    }

    @Then("the device's copy of {word} points to its copy of {word}")
    public void pointsOnTheDevice(String pointer, String object) {
        byte[] expected = new byte[Long.BYTES];
        ByteBuffer.wrap(expected)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(test.program().deviceAddress(object));
        assertThat(test.program().deviceContents(pointer)).isEqualTo(expected);
    }

    @Then("{word} is mapped {int} time(s)")
    public void isMapped(String name, int times) {
        assertThat(data().mappings())
                .filteredOn(mapping -> mapping.begin() == test.program().address(name))
                .extracting(mapping -> mapping.counts().total())
                .containsExactly((long) times);
    }

    @Then("the data of {word} is no longer mapped")
    public void isNoLongerMapped(String name) {
        assertThat(data().lookup(test.program().address(name), test.program().size(name)))
                .isEqualTo(new LookupResult.Absent());
    }

    @Then("{word} is held {int} time(s) and mapped {int} time(s)")
    public void isHeld(String name, int held, int times) {
        assertThat(data().mappings())
                .filteredOn(mapping -> mapping.begin() == test.program().address(name))
                .extracting(Mapping::counts)
                .containsExactly(new ReferenceCounts(times, held));
    }

    @Then("the program is handed the device's byte {int} of {word}")
    public void isHandedTheDevices(int offset, String name) {
        assertThat(returned.values()).containsExactly(test.program().deviceAddress(name) + offset);
    }

    @Then("the program is handed the host's byte {int} of {word}")
    public void isHandedTheHosts(int offset, String name) {
        assertThat(returned.values()).containsExactly(test.program().address(name) + offset);
    }

    @Then("the program is handed a null pointer")
    public void isHandedNull() {
        assertThat(returned.values()).containsExactly(0L);
    }

    @Then("nothing is mapped")
    public void nothingIsMapped() {
        assertThat(data().mappings()).extracting(Mapping::toString).isEmpty();
    }

    @Then("{int} bytes went to the device and {int} came back")
    public void traffic(int toDevice, int fromDevice) {
        TransferCounts traffic = test.program().runtime().transferCounts(0);
        assertThat(List.of(traffic.bytesToDevice(), traffic.bytesFromDevice()))
                .containsExactly((long) toDevice, (long) fromDevice);
    }

    @Then("it is rejected by the rule {word} at byte {int} of {word}")
    public void isRefusedAt(String rule, int offset, String name) {
        assertThat(test.refusal().rule()).isEqualTo(RuntimeRule.valueOf(rule));
        assertThat(test.refusal().address()).isEqualTo(test.program().address(name) + offset);
    }

    private List<MapArgument> pointerAndObject(String pointer, String object) {
        long address = test.program().address(pointer);
        MapArgument whole = MapArgument.of(address, Long.BYTES, MapType.TO, MapType.FROM);
        long type = MapType.mask(MapType.TO, MapType.FROM, MapType.PTR_AND_OBJ);
        return List.of(
                whole,
                new MapArgument(
                        address,
                        test.program().address(object),
                        test.program().size(object),
                        MapType.asMemberOf(0, type)));
    }

    private DataEnvironment data() {
        return test.program().runtime().dataEnvironment(0);
    }

    private List<MapArgument> arguments(DataTable maps) {
        return maps.asMaps().stream()
                .map(row -> MapClauseRow.of(test.program(), row).argument(test.program()))
                .toList();
    }
}
