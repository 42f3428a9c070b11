package org.offloadtck.scenario.device;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.world.World;
import org.opentest4j.TestAbortedException;

/// Steps about device code before it runs: modules are assembled and linked, or rejected.
public final class DeviceCodeSteps {

    private static final String TRIPLE = "nvptx64-nvidia-cuda";
    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private final World world;
    private final Map<String, String> modules = new LinkedHashMap<>();
    private final List<DeviceContainer> images = new ArrayList<>();
    private Optional<DeviceLinkException> refusal = Optional.empty();

    public DeviceCodeSteps(World world) {
        this.world = world;
    }

    @Given("the PTX module {word}:")
    public void thePtxModule(String name, String text) {
        modules.put(name, text);
    }

    @Given("the PTX module {word} of the corpus")
    public void thePtxModuleOfTheCorpus(String name) {
        modules.put(name, Corpus.text("ptx/" + name));
    }

    @Given("the PTX module {word} that a compiler left")
    public void thePtxModuleThatACompilerLeft(String file) {
        modules.put(file, Corpus.text(file));
    }

    @Given("the PTX module {word} that defines a variable by {string}")
    public void thePtxModuleThatDefines(String name, String declaration) {
        modules.put(name, HEADER + declaration + "\n");
    }

    @When("the modules are assembled for {word}")
    public void theModulesAreAssembledFor(String arch) {
        attempt(() -> assemble(arch).forEach(this::keep));
    }

    @When("the modules are linked for {word}")
    public void theModulesAreLinkedFor(String arch) {
        var target = new TargetId(TRIPLE, arch);
        var linker = first(DeviceLinker.class, candidate -> candidate.links(target));
        attempt(() -> keep(new Input("a.out", linker.link(target, assemble(arch)))));
    }

    @Then("they are accepted")
    public void theyAreAccepted() {
        assertThat(refusal).isEmpty();
        assertThat(images).isNotEmpty();
    }

    @Then("^(\\S+) is rejected at (\\d+:\\d+) because (.+)$")
    public void isRefused(String source, String position, String problem) {
        assertThat(refusal)
                .get()
                .extracting(
                        DeviceLinkException::source,
                        DeviceLinkException::position,
                        DeviceLinkException::problem)
                .containsExactly(source, position, problem);
    }

    @Then("the program has the variable {word} of {long} bytes")
    public void theProgramHasTheVariable(String name, long size) {
        assertThat(symbols())
                .filteredOn(symbol -> symbol.kind() == ContainerSymbol.Kind.VARIABLE)
                .extracting(ContainerSymbol::name, ContainerSymbol::size)
                .containsExactly(tuple(name, size));
    }

    @Then("their symbols include")
    public void theirSymbolsInclude(DataTable names) {
        assertThat(symbols()).extracting(ContainerSymbol::name).containsAll(names.values());
    }

    private List<ContainerSymbol> symbols() {
        return images.stream().flatMap(image -> image.symbols().stream()).toList();
    }

    private List<Input> assemble(String arch) {
        var target = new TargetId(TRIPLE, arch);
        var assembler = first(DeviceAssembler.class, candidate -> candidate.assembles(target));
        return modules.entrySet().stream()
                .map(module -> new Input(module.getKey(), bytes(module.getValue())))
                .map(text -> new Input(text.source(), assembler.assemble(target, text)))
                .toList();
    }

    private static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(UTF_8));
    }

    private void keep(Input image) {
        byte[] bytes = image.bytes().toArray(ValueLayout.JAVA_BYTE);
        images.add(DeviceContainer.parse(image.source(), bytes));
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (DeviceLinkException fault) {
            refusal = Optional.of(fault);
            world.attach(
                    new Evidence.Finding(
                            "device code",
                            fault.source() + ":" + fault.position(),
                            fault.problem()));
        }
    }

    private static <T> T first(Class<T> service, Predicate<T> fits) {
        return ServiceLoader.load(service).stream()
                .map(ServiceLoader.Provider::get)
                .filter(fits)
                .findFirst()
                .orElseThrow(() ->
                        new TestAbortedException(
                                "no %s for %s is installed"
                                        .formatted(service.getSimpleName(), TRIPLE)));
    }
}
