package org.offloadtck.scenario.wrapper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about wrapping linked images in an object that registers them.
public final class WrapperSteps {

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;

    public WrapperSteps(World world, ScenarioFolder scenarioFolder, WrappedImages wrapped) {
        this.scenarioFolder = scenarioFolder;
        this.world = world;
        this.wrapped = wrapped;
    }

    @When("images for {word} and {word} are wrapped")
    public void wrap(String first, String second) {
        wrapped.use(List.of(image(first), image(second)), WrapperOptions.openmp(world.profile()));
        wrapped.object();
    }

    @When("images for {word} {word} and {word} are wrapped beside them")
    public void wrapBeside(String kind, String first, String second) {
        wrapped.keep();
        wrap(kind, first, second);
    }

    @When("images for {word} {word} and {word} are wrapped")
    public void wrap(String kind, String first, String second) {
        wrapped.use(
                List.of(image(first), image(second)),
                new WrapperOptions(
                        world.profile(),
                        OffloadKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                        LinkKind.FINAL));
        wrapped.object();
    }

    @Then("the wrapper object has a section {word} of type {word}")
    public void hasSection(String name, String type) {
        assertThat(wrapper().section(name).map(Section::type))
                .contains(new SectionType(Long.decode(type)));
    }

    @Then("it defines {word} in {word}")
    public void defines(String symbol, String section) {
        assertThat(sectionOf(symbol).name()).isEqualTo(section);
    }

    @Then("^(\\S+) is (external|internal) and of no size$")
    public void isBound(String name, String binding) {
        assertThat(symbol(name))
                .returns(binding.equals("internal"), Symbol::isLocal)
                .returns(0L, Symbol::size);
    }

    @Then("it refers to the hidden symbols {word} and {word}")
    public void refersTo(String first, String second) {
        assertThat(List.of(symbol(first), symbol(second)))
                .allMatch(Symbol::isUndefined)
                .extracting(Symbol::visibility)
                .containsOnly(SymbolVisibility.HIDDEN);
    }

    @Then("^its arrays of functions are (\\S+(?:, \\S+)*)$")
    public void arraysAre(String arrays) {
        assertThat(wrapper().sections())
                .filteredOn(section ->
                        List.of(SectionType.INIT_ARRAY, SectionType.FINI_ARRAY)
                                .contains(section.type()))
                .extracting(Section::name)
                .containsExactly(arrays.split(", ", -1));
    }

    @Then("^(\\S+) calls (\\S+(?:, \\S+)*)$")
    public void calls(String function, String callees) {
        Symbol caller = symbol(function);
        int section = wrapper().sections().indexOf(sectionOf(function));
        assertThat(wrapper().relocations(section))
                .filteredOn(relocation ->
                        relocation.offset() >= caller.value()
                                && relocation.offset() < caller.value() + caller.size())
                .extracting(relocation -> wrapper().symbols().get(relocation.symbol()))
                .filteredOn(Symbol::isUndefined)
                .extracting(Symbol::name)
                .containsExactly(callees.split(", ", -1));
    }

    @Then("ld links it into a shared object that needs {word}")
    public void ldLinks(String needed) {
        scenarioFolder.put("wrapper.o", wrapper().write());
        scenarioFolder.succeed("ld", "-shared", "-o", "shared.so", "wrapper.o");
        assertThat(ElfObject.parse("shared.so", scenarioFolder.read("shared.so")).dynamicSymbols())
                .filteredOn(Symbol::isUndefined)
                .extracting(Symbol::name)
                .contains(needed);
    }

    private ElfObject wrapper() {
        return wrapped.object();
    }

    private Symbol symbol(String name) {
        return wrapper()
                .symbol(name)
                .orElseThrow(() -> new AssertionError("no symbol is called " + name));
    }

    private Section sectionOf(String name) {
        assertThat(symbol(name).place()).isInstanceOf(SymbolPlace.InSection.class);
        var place = (SymbolPlace.InSection) symbol(name).place();
        return wrapper().sections().get(place.index());
    }

    /// An image whose text begins with its arch.
    private static LinkedImage image(String target) {
        var parts = target.split(":", 2);
        return new LinkedImage(
                new TargetId(parts[0], parts[1]),
                MemorySegment.ofArray((parts[1] + " image").getBytes(US_ASCII)));
    }
}
