package org.offloadtck.scenario.link;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.check.TargetReferences;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.scenario.world.World;

/// Steps about objects for different targets in one link, and about targets that a link drops.
public final class MixedTargetsSteps {

    private static final Set<String> INITIALISATION =
            Set.of("__tgt_register_lib", "__tgt_unregister_lib");

    private final World world;
    private final ScenarioLink line;

    public MixedTargetsSteps(World world, ScenarioLink line) {
        this.world = world;
        this.line = line;
    }

    /// Adds an object as a compiler writes it for the targets of both objects.
    @Given("the link line {word} with the images of {word}, too")
    public void withTheImagesOf(String object, String other) {
        var whole = parse(object);
        int index = carrier(whole);
        var images = whole.sections().get(index);
        var both =
                new ByteWriter()
                        .bytes(images.contents())
                        .bytes(parse(other).sections().get(carrier(parse(other))).contents());
        line.add(
                LinkInput.read(
                        object,
                        ElfEditor.of(whole)
                                .replaceSection(index, images.withBytes(both.toByteArray()))
                                .toObject()
                                .write()));
    }

    private static ElfObject parse(String object) {
        return ElfObject.parse(object, Corpus.bytes("objects/" + object));
    }

    private static int carrier(ElfObject object) {
        Section section = object.sections(SectionType.LLVM_OFFLOADING).getFirst();
        return object.sections().indexOf(section);
    }

    /// Adds an object as compilers wrote it before registration moved to the wrapper object.
    @Given("the link line {word} that refers to {word}")
    public void thatRefersTo(String object, String symbol) {
        var whole =
                ElfEditor.of(parse(object))
                        .addSymbols(List.of(Symbol.undefined(symbol)))
                        .toObject();
        line.add(LinkInput.read(object, whole.write()));
    }

    @When("^the program is linked for (\\S+(?:, \\S+)*)$")
    public void link(String triples) {
        line.linkFor(triples.split(", ", -1));
    }

    @When("the program is linked for {word} alone")
    public void linkAlone(String triple) {
        line.linkOnlyFor(triple);
    }

    @Then("^the images of the program are for (\\S+(?:, \\S+)*)$")
    public void imagesAreFor(String targets) {
        assertThat(line.link().linkedImages())
                .extracting(image -> image.target().toString())
                .containsExactly(targets.split(", ", -1));
    }

    @Then("the program registers {int} image(s) at once, for {int} entries")
    public void registers(int images, int entries) {
        long size = world.profile().entries().layout().size();
        assertThat(RegisteredDescriptor.in(line.link().executable()))
                .singleElement()
                .satisfies(registration -> {
                    assertThat(registration.images()).hasSize(images);
                    var descriptor = registration.descriptor();
                    assertThat(descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin())
                            .isEqualTo(entries * size);
                });
    }

    @Then("no object of the line names a target of its images")
    public void namesNoTarget() {
        assertThat(references()).isEmpty();
    }

    @Then("^an object of the line names a target: (\\S+), (.+)$")
    public void namesATarget(String source, String position) {
        assertThat(references())
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .containsExactly(tuple(LinkRule.TARGET_REFERENCE, source, position));
    }

    private List<LinkDiagnostic> references() {
        var extraction = new ImageExtraction(world.profile().fatObject().carrier());
        var images = line.inputs().stream().flatMap(input -> extraction.images(input).stream());
        return TargetReferences.diagnostics(line.inputs(), images.toList());
    }

    @Then("no object of the line registers images")
    public void registersNothing() {
        assertThat(line.inputs().stream().flatMap(MixedTargetsSteps::names))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(INITIALISATION);
    }

    @Then("the wrapper object of the link registers them")
    public void wrapperRegisters() {
        assertThat(line.link().wrappers())
                .singleElement()
                .satisfies(wrapper ->
                        assertThat(wrapper.symbols())
                                .filteredOn(Symbol::isUndefined)
                                .extracting(Symbol::name)
                                .containsAll(INITIALISATION));
    }

    private static Stream<String> names(LinkInput input) {
        return input instanceof LinkInput.Relocatable(var elf)
                ? elf.symbols().stream().map(Symbol::name)
                : Stream.empty();
    }

    @Then("the link warns")
    public void warns(DataTable expected) {
        assertThat(line.link().warnings())
                .extracting(warning ->
                        List.of(warning.rule().toString(), warning.source(), warning.position()))
                .containsExactlyInAnyOrderElementsOf(expected.asLists());
    }

    @Then("a warning says: {string}")
    public void says(String words) {
        assertThat(line.link().warnings())
                .extracting(LinkDiagnostic::problem)
                .anyMatch(problem -> problem.contains(words));
    }

    @Then("the error says: {string}")
    public void refusalSays(String words) {
        assertThat(line.refusals())
                .extracting(LinkDiagnostic::problem)
                .anyMatch(problem -> problem.contains(words));
    }

    @Then("^the other order of the line gives the same images and (\\d+) entries$")
    public void otherOrder(int entries) {
        var images = targets();
        var reversed = List.copyOf(line.inputs()).reversed();
        line.inputs().clear();
        line.inputs().addAll(reversed);
        line.linkFor(images.stream().map(MixedTargetsSteps::triple).toArray(String[]::new));
        assertThat(targets()).isEqualTo(images);
        registers(images.size(), entries);
    }

    private List<String> targets() {
        return line.link().linkedImages().stream().map(image -> image.target().toString()).toList();
    }

    private static String triple(String target) {
        return Arrays.asList(target.split(":", -1)).getFirst();
    }
}
