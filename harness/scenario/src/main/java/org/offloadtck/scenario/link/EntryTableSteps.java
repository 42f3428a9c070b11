package org.offloadtck.scenario.link;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about the bounds of the entry table in files that the machine's linkers link.
public final class EntryTableSteps {

    /// Names of sections whose bounds linkers define: names that are C identifiers.
    ///
    /// @see "GNU ld manual 2.40, 3.5.5: orphan sections whose name is a C identifier"
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*";

    /// The content of the table does not depend on the runtime, so symbols of the runtime may stay
    /// undefined.
    private static final String IGNORE_THE_RUNTIME = "--unresolved-symbols=ignore-all";

    private final World world;
    private final ScenarioLink line;
    private final ScenarioFolder scenarioFolder;

    public EntryTableSteps(World world, ScenarioLink line, ScenarioFolder scenarioFolder) {
        this.world = world;
        this.line = line;
        this.scenarioFolder = scenarioFolder;
    }

    @Then("{word}, given no linker script, says where the {int} entries in {word} begin and end")
    public void knowsTheTable(String linker, int count, String section) {
        assertThat(section).matches(IDENTIFIER);
        var command = new ArrayList<>(List.of(IGNORE_THE_RUNTIME, "-o", "program"));
        line.link().wrappers().forEach(wrapper -> command.add(put("wrapper.o", wrapper)));
        for (LinkInput input : line.inputs()) {
            if (input instanceof LinkInput.Relocatable(var elf)) {
                command.add(put(elf.source(), elf));
            }
        }
        scenarioFolder.succeed(linker, command.toArray(String[]::new));

        var program = ElfObject.parse("program", scenarioFolder.read("program"));
        var table = program.section(section).orElseThrow();
        assertThat(table.size())
                .isEqualTo((long) count * world.profile().entries().layout().size());
        assertThat(value(program, "__start_" + section)).isEqualTo(table.address());
        assertThat(value(program, "__stop_" + section)).isEqualTo(table.address() + table.size());
    }

    private String put(String name, ElfObject object) {
        return scenarioFolder.put(name, object.write());
    }

    private static long value(ElfObject program, String name) {
        return program.symbol(name)
                .map(Symbol::value)
                .orElseThrow(() -> new AssertionError("no symbol is called " + name));
    }
}
