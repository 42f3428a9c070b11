package org.offloadtck.scenario.compilation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.frontend.OffloadInterface;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.scenario.world.World;

/// Steps about lowered programs and their device code.
public final class LoweringSteps {

    private final World world;
    private final CompiledCorpusProgram program;

    public LoweringSteps(World world, CompiledCorpusProgram program) {
        this.world = world;
        this.program = program;
    }

    @When("the program {word} is compiled with the device code {}")
    public void compile(String name, String labels) {
        program.use(name);
        program.compile(codes(labels), Corpus::bytes);
    }

    @When("the program {word} is compiled with the first {int} bytes of the device code {word}")
    public void compileCut(String name, int bytes, String label) {
        program.use(name);
        Function<String, byte[]> cut = file -> Arrays.copyOf(Corpus.bytes(file), bytes);
        program.compile(codes(label), cut);
    }

    @Then("its images are for")
    public void imagesAreFor(List<String> targets) {
        assertThat(images()).extracting(image -> image.target().toString()).isEqualTo(targets);
    }

    @Then("the section {word} holds {int} offload binary/binaries")
    public void holds(String name, int count) {
        assertThat(OffloadBinary.parseAll(section(name).contents())).hasSize(count);
    }

    @Then("image {int} is a relocatable device container for sm_{int}")
    public void isContainer(int index, int sm) {
        var container = container(index);

        assertThat(container.form()).isEqualTo(DeviceContainer.Form.RELOCATABLE);
        assertThat(container.sm()).isEqualTo(sm);
    }

    @Then("image {int} defines {string}")
    public void defines(int index, String symbol) {
        assertThat(container(index).symbols())
                .filteredOn(one -> one.linkage() != ContainerSymbol.Linkage.UNDEFINED)
                .extracting(ContainerSymbol::name)
                .contains(symbol);
    }

    @Then("it tells the runtime what {word} does")
    public void tellsWhat(String file) {
        var other = ElfObject.parse(file, Corpus.bytes("objects/" + file));

        assertThat(OffloadInterface.of(program.object(), world.profile()))
                .isEqualTo(OffloadInterface.of(other, world.profile()));
    }

    @Then("the compiler rejects {string}")
    public void refuses(String source) {
        assertThat(program.compiled())
                .isInstanceOfSatisfying(
                        StageResult.Stopped.class,
                        stopped -> {
                            assertThat(stopped.verdict().kind())
                                    .isEqualTo(VerdictKind.FAIL_COMPILE);
                            assertThat(stopped.verdict().reason()).startsWith(source + ": ");
                        });
    }

    private List<DeviceCode> codes(String labels) {
        return Stream.of(labels.split(",\\s*")).map(program::code).toList();
    }

    private Section section(String name) {
        return program.object()
                .section(name)
                .orElseThrow(() -> new AssertionError("the object has no section " + name));
    }

    private List<ExtractedImage> images() {
        var extraction = new ImageExtraction(world.profile().fatObject().carrier());
        return extraction.images(new LinkInput.Relocatable(program.object()));
    }

    private DeviceContainer container(int index) {
        var image = images().get(index);
        return DeviceContainer.parse(
                image.origin().toString(), image.image().bytes().toArray(JAVA_BYTE));
    }
}
