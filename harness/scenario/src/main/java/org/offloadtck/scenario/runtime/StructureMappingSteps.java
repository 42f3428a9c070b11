package org.offloadtck.scenario.runtime;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.mapping.DataEnvironment;

/// Steps about structures with members and pointers, user-defined mappers, and non-contiguous
/// sections.
public final class StructureMappingSteps {

    private final ScenarioHostProgram test;
    private final Map<String, DeclaredMapper> mappers = new HashMap<>();

    public StructureMappingSteps(ScenarioHostProgram test) {
        this.test = test;
    }

    @Given("byte {int} of {word} points to {word}")
    public void pointsTo(int offset, String structure, String object) {
        test.program()
                .memory()
                .putI64(
                        test.program().address(structure) + offset,
                        MapClauseRow.place(test.program(), object),
                        structure);
    }

    @Given("the mapper {word} for structures of {int} bytes maps")
    public void theMapper(String name, int size, DataTable members) {
        mappers.put(
                name,
                new DeclaredMapper(
                        size,
                        members.asMaps().stream()
                                .map(row ->
                                        new DeclaredMapper.Member(
                                                Long.parseLong(row.get("offset")),
                                                Long.parseLong(row.get("bytes")),
                                                Long.parseLong(row.get("points to"))))
                                .toList()));
    }

    /// Declares a non-contiguous section. Its descriptor is in host memory, as compilers place it
    /// on the stack.
    @Given("the section {word} of these dimensions")
    public void theSection(String name, DataTable dimensions) {
        var rows = dimensions.asMaps();
        test.program().store(name, new byte[rows.size() * 3 * Long.BYTES]);
        long at = test.program().address(name);
        for (var row : rows) {
            for (String field : List.of("offset", "count", "stride")) {
                test.program().memory().putI64(at, Long.parseLong(row.get(field)), field);
                at += Long.BYTES;
            }
        }
    }

    @When("a data region begins that maps {word} by the mapper {word} as {string}")
    public void begins(String variable, String mapper, String types) {
        data().begin(List.of(argument(variable, mapper, types)));
    }

    @When("a data region ends that maps {word} by the mapper {word} as {string}")
    public void ends(String variable, String mapper, String types) {
        data().end(List.of(argument(variable, mapper, types)));
    }

    @When("an update names {word} by the mapper {word} as {string}")
    public void updates(String variable, String mapper, String types) {
        data().update(List.of(argument(variable, mapper, types)));
    }

    @When("an update names the section {word} of {word} as {string}")
    public void updatesTheSection(String section, String variable, String types) {
        data().update(List.of(section(section, variable, types)));
    }

    @When("an update is attempted that names the section {word} of {word} as {string}")
    public void isAskedToUpdateTheSection(String section, String variable, String types) {
        test.attempt(() -> updatesTheSection(section, variable, types));
    }

    @Then("on the device byte {int} of {word} points to byte {int} of {word}")
    public void pointsToOnTheDevice(int offset, String structure, int within, String object) {
        assertThat(pointer(offset, structure))
                .isEqualTo(test.program().deviceAddress(object) + within);
    }

    @Then("on the device byte {int} of {word} points to {word} on the host")
    public void pointsToTheHost(int offset, String structure, String object) {
        assertThat(pointer(offset, structure)).isEqualTo(test.program().address(object));
    }

    @Then("on the host byte {int} of {word} points to {word}")
    public void pointsToOnTheHost(int offset, String structure, String object) {
        assertThat(
                        test.program()
                                .memory()
                                .i64(test.program().address(structure) + offset, structure))
                .isEqualTo(test.program().address(object));
    }

    private long pointer(int offset, String structure) {
        return ByteBuffer.wrap(test.program().deviceContents(structure))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(offset);
    }

    private MapArgument argument(String variable, String mapper, String types) {
        long address = test.program().address(variable);
        var argument =
                new MapArgument(
                        address,
                        address,
                        test.program().size(variable),
                        MapClauseRow.mask(MapClauseRow.types(types)),
                        VariableName.of(variable));
        DeclaredMapper declared = Optional.ofNullable(mappers.get(mapper)).orElseThrow();
        return argument.expandedBy(declared.call(test.program().memory(), argument));
    }

    private MapArgument section(String section, String variable, String types) {
        return new MapArgument(
                test.program().address(variable),
                test.program().address(section),
                test.program().size(section) / (3 * Long.BYTES),
                MapClauseRow.mask(MapClauseRow.types(types)) | MapType.NON_CONTIG.bit(),
                VariableName.of(variable));
    }

    private DataEnvironment data() {
        return test.program().runtime().dataEnvironment(0);
    }
}
