package org.offloadtck.scenario.objectfile;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.implementation.reference.ReferenceImplementation;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about fat objects: device code embedded in a host object.
public final class FatObjectSteps {

    private static final String FILE = "object.o";

    /// A row of `readelf -S`: number, name, type, address, offset, size, and the compared columns.
    /// Flags may be absent.
    private static final Pattern ROW =
            Pattern.compile(
                    " *\\[ *\\d+] (\\S+) +(\\S+) +[0-9a-f]{16} [0-9a-f]{6} [0-9a-f]{6} (\\d\\d)"
                            + " +(\\w*) +\\d+ +\\d+ +(\\d+)");

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private Optional<ElfObject> object = Optional.empty();
    private Optional<ElfObject> changed = Optional.empty();
    private Optional<MalformedObjectException> refusal = Optional.empty();

    public FatObjectSteps(World world, ScenarioFolder scenarioFolder) {
        this.world = world;
        this.scenarioFolder = scenarioFolder;
    }

    @Given("the fat object {word}")
    public void corpusObject(String file) {
        parse(file, Corpus.bytes("objects/" + file));
    }

    @Given("the fat object {word} whose byte {word} is {word}")
    public void damagedObject(String file, String offset, String value) {
        byte[] bytes = Corpus.bytes("objects/" + file);
        bytes[Integer.decode(offset)] = Integer.decode(value).byteValue();
        parse(file, bytes);
    }

    @Given("the fat object {word} cut to {int} bytes")
    public void cutObject(String file, int bytes) {
        parse(file, Arrays.copyOf(Corpus.bytes("objects/" + file), bytes));
    }

    @When("the program {word} is compiled to a fat object for {word}")
    public void compile(String name, String triple) {
        String yaml = CorpusProgram.folder(name) + "program.yaml";
        CorpusProgram program = ProgramReader.read(yaml, Corpus.text(yaml));
        var code =
                program.deviceCode().stream()
                        .filter(candidate -> candidate.target().triple().equals(triple))
                        .limit(1)
                        .toList();
        var reference = ReferenceImplementation.of(world.profile(), Corpus::bytes);
        switch (reference.compile(program, code)) {
            case StageResult.Made(var product, _) -> parse(product.name(), product.bytes());
            case StageResult.Stopped(var verdict) -> throw new VerdictError(verdict);
        }
    }

    @When("a section of {int} bytes of device code is embedded in it")
    public void embed(int bytes) {
        long flags = SectionFlag.mask(SectionFlag.EXCLUDE);
        Section section =
                Section.of(
                        ElfObject.OFFLOADING_SECTION,
                        SectionType.LLVM_OFFLOADING,
                        flags,
                        8,
                        new byte[bytes]);
        byte[] file = ElfEditor.of(object()).addSection(section).toObject().write();
        changed = Optional.of(ElfObject.parse("changed", file));
    }

    @When("it is linked like any host object")
    public void link() {
        List<String> missing =
                object().symbols().stream()
                        .filter(symbol -> symbol.isUndefined() && !symbol.name().isEmpty())
                        .map(Symbol::name)
                        .toList();
        LinkInput input = LinkInput.read(object().source(), object().write());
        changed = Optional.of(StaticLinker.link(List.of(input), Imports.of(missing)).elf());
    }

    @Then("the fat object has a section {word} of type {word} with flags {word}, aligned to {int}")
    public void hasSection(String name, String type, String flags, int alignment) {
        assertThat(object().sections(name))
                .singleElement()
                .returns(new SectionType(Long.decode(type)), Section::type)
                .returns(Long.decode(flags), Section::flags)
                .returns((long) alignment, Section::alignment);
    }

    @Then("{word} lists its sections")
    public void lists(String reader, DataTable expected) {
        scenarioFolder.put(FILE, object().write());
        var listed =
                scenarioFolder
                        .succeed(reader, "-W", "-S", FILE)
                        .lines()
                        .map(FatObjectSteps::sectionRow)
                        .flatMap(Optional::stream)
                        .toList();
        assertThat(listed).containsAll(expected.asMaps());
    }

    @Then("the fat object carries device code for {word}")
    public void carries(String target) {
        var extraction = new ImageExtraction(world.profile().fatObject().carrier());

        assertThat(extraction.images(new LinkInput.Relocatable(object())))
                .extracting(image -> image.target().toString())
                .containsExactly(target);
    }

    @Then("each of its images is {word}")
    public void imagesAre(String kind) {
        var extraction = new ImageExtraction(world.profile().fatObject().carrier());
        int code = ImageKind.valueOf(kind.toUpperCase(Locale.ROOT)).code();

        assertThat(extraction.images(new LinkInput.Relocatable(object())))
                .isNotEmpty()
                .extracting(image -> image.image().kindCode())
                .containsOnly(code);
    }

    @Then("every section, symbol and relocation it had is as it was")
    public void hostPartIsKept() {
        ElfObject after = changed.orElseThrow();
        for (int index = 0; index < object().sections().size(); index++) {
            Section before = object().sections().get(index);
            Section kept = after.sections().get(index);

            assertThat(kept.name()).isEqualTo(before.name());
            assertThat(after.relocations(index)).isEqualTo(object().relocations(index));
            if (index != object().header().stringTable()) {
                assertThat(kept.bytes()).as(before.name()).isEqualTo(before.bytes());
            }
        }
        assertThat(after.symbols()).isEqualTo(object().symbols());
    }

    @Then("the fat object is a relocatable object for x86-64")
    public void isHostObject() {
        assertThat(object().header().type()).isEqualTo(ElfType.RELOCATABLE);
        assertThat(object().header().machine()).isEqualTo(ElfMachine.X86_64);
    }

    @Then("none of its symbols or relocations is in its device code")
    public void deviceCodeIsOpaque() {
        int[] carriers =
                IntStream.range(0, object().sections().size()).filter(this::isDeviceCode).toArray();

        assertThat(carriers).isNotEmpty();
        for (int carrier : carriers) {
            var place = new SymbolPlace.InSection(carrier);
            assertThat(object().relocations(carrier)).isEmpty();
            assertThat(object().symbols())
                    .filteredOn(symbol -> symbol.place().equals(place))
                    .isEmpty();
        }
    }

    @Then("the executable has no section {word}")
    public void executableLacks(String section) {
        assertThat(changed.orElseThrow().section(section)).isEmpty();
    }

    @Then("the executable defines {word}")
    public void executableDefines(String symbol) {
        assertThat(changed.orElseThrow().symbol(symbol))
                .hasValueSatisfying(found -> assertThat(found.isUndefined()).isFalse());
    }

    @Then("none of its sections has the exclude flag")
    public void excludesNothing() {
        assertThat(object().sections()).noneMatch(section -> section.has(SectionFlag.EXCLUDE));
    }

    @Then("the fat object is rejected by the rule {word} at offset {word}")
    public void isRefused(String rule, String offset) {
        assertThat(refusal)
                .hasValueSatisfying(malformed -> {
                    assertThat(malformed.rule()).isEqualTo(FormatRule.valueOf(rule));
                    assertThat(malformed.offset()).isEqualTo(Long.decode(offset));
                });
    }

    private boolean isDeviceCode(int index) {
        Section section = object().sections().get(index);
        return section.type().equals(SectionType.LLVM_OFFLOADING)
                || section.name().startsWith("__CLANG_OFFLOAD_BUNDLE__openmp")
                || section.name().startsWith(ElfObject.OFFLOADING_SECTION);
    }

    private void parse(String file, byte[] bytes) {
        try {
            object = Optional.of(ElfObject.parse(file, bytes));
        } catch (MalformedObjectException malformed) {
            refusal = Optional.of(malformed);
        }
    }

    private static Optional<Map<String, String>> sectionRow(String line) {
        var row = ROW.matcher(line);
        return row.matches()
                ? Optional.of(
                        Map.of(
                                "Name", row.group(1),
                                "Type", row.group(2),
                                "ES", row.group(3),
                                "Flg", row.group(4),
                                "Al", row.group(5)))
                : Optional.empty();
    }

    private ElfObject object() {
        return object.orElseThrow(() -> new AssertionError(refusal.orElseThrow().getMessage()));
    }
}
