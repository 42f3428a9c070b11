package org.offloadtck.scenario.link;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.stream.LongStream;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.scenario.world.World;

/// Steps about the host link: the host program is linked with the wrapper object.
public final class HostLinkSteps {

    private static final String CPU = "x86_64-pc-linux-gnu";

    private final World world;
    private final ScenarioLink line;

    public HostLinkSteps(World world, ScenarioLink line) {
        this.world = world;
        this.line = line;
    }

    @When("the program is linked without the runtime {word}")
    public void linkWithout(String entryPoint) {
        line.link(CPU, entryPoint);
    }

    @Then("the descriptor spans {int} entries in {word}")
    public void descriptorSpans(int count, String section) {
        var descriptor = RegisteredDescriptor.in(executable()).getFirst().descriptor();
        long size = descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin();
        assertThat(size / world.profile().entries().layout().size()).isEqualTo(count);
        assertThat(descriptor.hostEntriesBegin()).isEqualTo(section(section).address());
        assertThat(size).isEqualTo(section(section).size());
    }

    @Then("the link has no warnings")
    public void hasNoWarnings() {
        assertThat(line.link().warnings()).isEmpty();
    }

    @Then("^the link warns by the rule (\\S+) at (\\S+), (.+)$")
    public void warns(String rule, String source, String position) {
        assertThat(line.link().warnings())
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .containsExactly(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the executable's only section {word} holds what was wrapped")
    public void holdsWhatWasWrapped(String name) {
        var wrapped = line.link().wrappers().getFirst().section(name).orElseThrow();
        assertThat(executable().elf().sections(name)).hasSize(1);
        assertThat(section(name).has(SectionFlag.ALLOC)).isTrue();
        assertThat(section(name).bytes()).isEqualTo(wrapped.bytes());
    }

    @Then("^the constructors are (\\S+(?:, \\S+)*)$")
    public void constructorsAre(String functions) {
        var array = section(".init_array");
        var names =
                LongStream.range(0, array.size() / Long.BYTES)
                        .map(slot -> array.contents().i64(slot * Long.BYTES, "constructor"))
                        .mapToObj(this::function)
                        .toList();
        assertThat(names).containsExactly(functions.split(", ", -1));
    }

    private String function(long address) {
        return executable().elf().symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                .filter(symbol -> symbol.value() == address)
                .map(Symbol::name)
                .findFirst()
                .orElse("0x%x".formatted(address));
    }

    private HostExecutable executable() {
        return line.link().executable();
    }

    private Section section(String name) {
        return executable()
                .elf()
                .section(name)
                .orElseThrow(() -> new AssertionError("no section is called " + name));
    }
}
