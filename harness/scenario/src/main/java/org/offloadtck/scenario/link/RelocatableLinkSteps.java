package org.offloadtck.scenario.link;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.relocatable.LinkerOutputHash;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.world.World;

/// Steps about relocatable links, with and without the offload toolchain.
public final class RelocatableLinkSteps {

    private static final String OFFLOADING = ".llvm.offloading";

    /// The suffix that a relocatable link appends; comparisons ignore it.
    private static final String SUFFIX = "_[0-9a-f]{1,16}";

    private final World world;
    private final ScenarioLink line;
    private final RelocatableProducts products;

    public RelocatableLinkSteps(World world, ScenarioLink line, RelocatableProducts products) {
        this.world = world;
        this.line = line;
        this.products = products;
    }

    @When("the line is merged without the offload toolchain")
    public void merge() {
        products.merge(line.inputs());
    }

    @When("the line is linked to an object with device linkers for {word}")
    public void link(String triple) {
        products.link(line.wrapper(triple), line.inputs());
    }

    @When("{word} is linked to an object with device linkers for {word}")
    public void linkAnother(String object, String triple) {
        products.link(line.wrapper(triple), List.of(ScenarioLink.object(object)));
    }

    @When("the line is linked to an object with the real wrapper object {word}")
    public void linkWith(String wrapper) {
        products.link(List.of(corpus(wrapper)), line.inputs());
    }

    @When("the line is linked to an object with the linked image of {word}")
    public void linkWithImageOf(String product) {
        var section = corpus(product).section(world.profile().relocatableLink().imageSection());
        var images =
                OffloadBinary.parseAll(section.orElseThrow().contents()).stream()
                        .flatMap(placed -> placed.binary().images().stream())
                        .map(RelocatableLinkSteps::linked)
                        .toList();
        var wrapping = WrapperOptions.openmp(world.profile()).in(LinkKind.RELOCATABLE);
        products.link(List.of(new WrapperObject(images, wrapping).elf()), line.inputs());
    }

    private static LinkedImage linked(OffloadBinary.Image image) {
        var target = image.target();
        return new LinkedImage(new TargetId(target.triple(), target.arch()), image.bytes());
    }

    @Given("the object is on the link line")
    public void isOnTheLine() {
        line.inputs().clear();
        products.files().forEach(line::add);
    }

    @Then("the object keeps {int} image(s) of kind {word} that no program loads")
    public void keepsImages(int count, String kind) {
        var numbering = world.profile().fatObject().kindNumbering();
        assertThat(images()).hasSize(count).allMatch(name -> numbering.nameOf(name).equals(kind));
        assertThat(object().section(OFFLOADING).map(Section::flags))
                .contains(SectionFlag.mask(SectionFlag.EXCLUDE));
    }

    private List<Integer> images() {
        var file = LinkInput.read(object().source(), object().write());
        return new ImageExtraction(world.profile().fatObject().carrier())
                .images(file).stream().map(image -> image.image().offloadKindCode()).toList();
    }

    @Then("nothing in the object registers images")
    public void registersNothing() {
        assertThat(object().symbols())
                .extracting(Symbol::name)
                .doesNotContain("__tgt_register_lib", WrapperObject.DESCRIPTOR);
    }

    @Then("the object's linked images lie in {word}")
    public void linkedImagesLieIn(String name) {
        assertThat(object().sections(name))
                .filteredOn(section -> section.has(SectionFlag.ALLOC))
                .singleElement()
                .extracting(Section::type)
                .isEqualTo(new SectionType(world.profile().wrapper().imageSectionType()));
    }

    @Then("the object has {int} section(s) of images still to be linked")
    public void hasUnlinkedImages(int count) {
        assertThat(object().sections(OFFLOADING))
                .filteredOn(section -> !section.has(SectionFlag.ALLOC))
                .hasSize(count);
    }

    @Then("the object's entries lie in a section {word}, with begin and end symbols of that name")
    public void entriesLieIn(String pattern) {
        String wanted = pattern.replace("<hash>", SUFFIX);
        assertThat(object().sections())
                .extracting(Section::name)
                .filteredOn(name -> name.matches(wanted))
                .singleElement()
                .satisfies(name ->
                        assertThat(object().symbols())
                                .extracting(Symbol::name)
                                .contains("__start_" + name, "__stop_" + name));
    }

    @Then(
            "a program of it, linked without the toolchain, registers {int} image(s) and {int}"
                    + " entries")
    public void registers(int images, int entries) {
        assertRegistered(products.files(), tuple(images, entries));
    }

    @Then(
            "a program that takes {word} from an archive of it registers {int} image(s) and {int}"
                    + " entries")
    public void registersFromAnArchive(String function, int images, int entries) {
        var member = ArchiveMember.of("product.o", object().write());
        var archive = Archive.of("libfoo.a", List.of(member)).write();
        var inputs = List.of(caller(function), LinkInput.read("libfoo.a", archive));
        assertRegistered(inputs, tuple(images, entries));
    }

    @Then("a program of both, linked without the toolchain, registers {int} and {int} entries")
    public void bothRegister(int first, int second) {
        assertRegistered(products.files(), tuple(1, first), tuple(1, second));
    }

    private void assertRegistered(List<LinkInput> inputs, Tuple... wanted) {
        long size = world.profile().entries().layout().size();
        assertThat(RegisteredDescriptor.in(products.program(inputs)))
                .extracting(
                        registration -> registration.images().size(),
                        registration ->
                                (int)
                                        ((registration.descriptor().hostEntriesEnd()
                                                        - registration
                                                                .descriptor()
                                                                .hostEntriesBegin())
                                                / size))
                .containsExactly(wanted);
    }

    @Then("a program of it, linked without the toolchain, has every entry registered")
    public void hasEveryEntryRegistered() {
        var program = products.program(products.files());
        var known =
                RegisteredDescriptor.in(program).stream()
                        .map(RegisteredDescriptor::descriptor)
                        .toList();
        assertThat(program.map())
                .filteredOn(part -> part.section().contains("entries") && part.size() > 0)
                .isNotEmpty()
                .allSatisfy(part ->
                        assertThat(known)
                                .anyMatch(descriptor ->
                                        descriptor.hostEntriesBegin() <= part.address()
                                                && part.address() + part.size()
                                                        <= descriptor.hostEntriesEnd()));
    }

    /// An object with one function that calls `function`.
    private static LinkInput caller(String function) {
        var app = new ElfAssembler(ElfMachine.X86_64);
        app.section(
                        ".data",
                        SectionType.PROGBITS,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        Long.BYTES)
                .address(function, 0);
        return new LinkInput.Relocatable(app.assemble("app.o"));
    }

    @Then("^the relocatable link warns by the rule (\\S+) at (\\S+), (.+)$")
    public void warns(String rule, String source, String position) {
        assertThat(products.last().warnings())
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .containsExactly(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the relocatable link has no warnings")
    public void hasNoWarnings() {
        assertThat(products.last().warnings()).isEmpty();
    }

    @Then("^a program of both is rejected by the rule (\\S+) at (\\S+), (.+)$")
    public void isRefused(String rule, String source, String position) {
        assertThat(products.refusal(products.files()))
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .contains(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the hash of what the linker wrote, {word}, is the suffix of {word} in {word}")
    public void isTheSuffix(String output, String entries, String product) {
        String suffix = LinkerOutputHash.of(Corpus.bytes("relocatable/" + output)).suffix();
        var real = corpus(product);
        assertThat(real.sections()).extracting(Section::name).contains(entries + suffix);
        assertThat(real.symbols())
                .extracting(Symbol::name)
                .contains("__start_" + entries + suffix, "__stop_" + entries + suffix);
    }

    @Then("the object is {word}, but for the hash")
    public void isTheRealProduct(String product) {
        assertThat(shape(object())).isEqualTo(shape(corpus(product)));
    }

    private static List<String> shape(ElfObject object) {
        return new WrapperSummary(object)
                .lines().stream().map(text -> text.replaceAll("(entries)" + SUFFIX, "$1")).toList();
    }

    @Then("the object names no section of device code that a link could take functions from")
    public void hidesDeviceCode() {
        assertThat(images()).isEmpty();
    }

    private static ElfObject corpus(String name) {
        byte[] bytes = Corpus.bytes("relocatable/" + name);
        return ElfObject.parse(name, bytes);
    }

    private ElfObject object() {
        return products.last().elf();
    }
}
