package org.offloadtck.scenario.link;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.device.DeviceInput;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.scenario.world.World;

/// Steps about the device link: device images are extracted, selected and linked.
public final class DeviceLinkSteps {

    /// `libx.a(y.o)`.
    private static final Pattern MEMBER = Pattern.compile("[^(]*\\((.*)\\)");

    private final World world;
    private final ScenarioLink line;
    private DeviceInput input = new DeviceInput(List.of(), List.of(), List.of());
    private Optional<MalformedObjectException> refusal = Optional.empty();

    public DeviceLinkSteps(World world, ScenarioLink line) {
        this.world = world;
        this.line = line;
    }

    @Given("^the link line (\\S+(?:, \\S+)*)$")
    public void theLinkLine(String files) {
        Arrays.stream(files.split(", ", -1)).map(ScenarioLink::file).forEach(line::add);
    }

    @Given("^the link line of images for (\\S+(?:, \\S+)*) of (\\S+)$")
    public void theLinkLineOfImages(String arches, String triple) {
        int openmp =
                world.profile().fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
        for (String arch : arches.split(", ", -1)) {
            var target = new OffloadBinary.Target(triple, arch);
            var image = OffloadBinary.Image.of(ImageKind.OBJECT, openmp, target, new byte[] {1});
            var binary = new OffloadBinary(OffloadBinary.Version.V1, List.of(image));
            line.add(LinkInput.read(arch, binary.write()));
        }
    }

    @Given("the link line {word} with its {word} cut to {int} bytes")
    public void theLinkLineCut(String file, String section, int bytes) {
        var whole = ElfObject.parse(file, Corpus.bytes("objects/" + file));
        var found = whole.section(section).orElseThrow();
        var cut = found.withBytes(Arrays.copyOf(found.bytes(), bytes));
        var damaged =
                ElfEditor.of(whole).replaceSection(whole.sections().indexOf(found), cut).toObject();
        line.add(LinkInput.read(file, damaged.write()));
    }

    @When("the device input is extracted")
    public void extract() {
        extract(Set.of());
    }

    @When("the device input is extracted, with all that is for {word}")
    public void extractFor(String arch) {
        extract(Set.of(arch));
    }

    private void extract(Set<String> wanted) {
        try {
            input = line.wrapper().deviceInput(line.inputs(), wanted);
        } catch (MalformedObjectException malformed) {
            refusal = Optional.of(malformed);
        }
    }

    @When("the program is linked with device linkers for {word}")
    public void link(String triple) {
        line.link(triple, "");
    }

    @Then("the device input is")
    public void deviceInputIs(DataTable expected) {
        assertThat(input.images())
                .extracting(image ->
                        Map.of(
                                "image", image.origin().toString(),
                                "target", image.target().toString()))
                .isEqualTo(expected.asMaps());
    }

    @Then("^the images are, in order, of (\\S+(?:, \\S+)*)$")
    public void imagesAreOf(String files) {
        assertThat(input.images())
                .extracting(image -> MEMBER.matcher(image.origin().file()).replaceAll("$1"))
                .isEqualTo(files.equals("none") ? List.of() : List.of(files.split(", ", -1)));
    }

    @Then("^the selection warns by the rule (\\S+) at (\\S+), (.+)$")
    public void selectionWarns(String rule, String source, String position) {
        assertThat(input.warnings())
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .contains(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the selection has no warnings")
    public void selectionHasNoWarnings() {
        assertThat(input.warnings()).isEmpty();
    }

    @Then("^the selection warns of images linked for several targets: (\\S+(?:, \\S+)*)$")
    public void selectionWarnsOfSeveral(String sources) {
        assertThat(input.warnings())
                .filteredOn(warning -> warning.rule() == LinkRule.SEVERAL_TARGETS)
                .extracting(LinkDiagnostic::source)
                .isEqualTo(sources.equals("none") ? List.of() : List.of(sources.split(", ", -1)));
    }

    @Then("{int} device image(s) are/is found")
    public void imagesAreFound(int count) {
        assertThat(input.images()).hasSize(count);
    }

    @Then("^the images are linked for (\\S+(?:, \\S+)*)$")
    public void areLinkedFor(String targets) {
        assertThat(input.groups())
                .extracting(group -> group.target().toString())
                .containsExactly(targets.split(", ", -1));
    }

    @Then("the extraction is rejected at {word}")
    public void extractionIsRefused(String file) {
        assertThat(refusal)
                .hasValueSatisfying(malformed -> assertThat(malformed.source()).isEqualTo(file));
    }

    @Then("^the link is rejected by the rule (\\S+) at (\\S+), (.+)$")
    public void linkIsRefused(String rule, String source, String position) {
        assertThat(line.refusals())
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .contains(tuple(LinkRule.valueOf(rule), source, position));
    }
}
