package org.offloadtck.scenario.compilation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.frontend.HostObjectDump;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.world.World;

/// Steps about the output of a front end other than entries.
public final class FrontEndSteps {

    private static final Pattern OFFLOAD_INFO = Pattern.compile("!omp_offload\\.info = !\\{(.*)}");

    /// The device and file numbers in names and metadata nodes, which differ between compilations.
    private static final Pattern IDS = Pattern.compile("fe00_[0-9a-f]+_|i32 65024, i32 \\d+, ");

    private final World world;
    private final CompiledCorpusProgram program;
    private Optional<ElfObject> changed = Optional.empty();

    public FrontEndSteps(World world, CompiledCorpusProgram program) {
        this.world = world;
        this.program = program;
    }

    @When("the program {word} is lowered")
    public void lower(String name) {
        program.use(name);
        program.lower(DebugInformation.NONE);
    }

    @When("the program {word} is lowered with debug information")
    public void lowerForDebuggers(String name) {
        program.use(name);
        program.lower(DebugInformation.FULL);
    }

    @When("its entry of {word} has the flags {word}")
    public void hasFlags(String name, String flags) {
        var object = program.object();
        var entries = world.profile().entries();
        int section = sectionOf(object, entries.section(OffloadKind.OPENMP).orElseThrow());
        var bytes = object.sections().get(section).bytes();
        var row =
                EntryTable.read(object, section, entries.layout()).rows().stream()
                        .filter(candidate -> candidate.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        int at = Math.toIntExact(row.offset()) + flagsOffset(entries.layout());
        bytes[at] = Integer.decode(flags).byteValue();
        changed =
                Optional.of(
                        ElfEditor.of(object)
                                .replaceSection(
                                        section, object.sections().get(section).withBytes(bytes))
                                .toObject());
    }

    @Then("a check reports of it that {word} is {word}")
    public void checkSays(String field, String value) {
        assertThat(disagreements())
                .anySatisfy(one -> {
                    assertThat(one.field()).isEqualTo(field);
                    assertThat(one.actual()).startsWith(value);
                });
    }

    @Then("a check reports that it agrees with the profile")
    public void checkAgrees() {
        assertThat(disagreements()).isEmpty();
    }

    @Then("beside machine code it is {word}")
    public void isWhatClangMade(String file) {
        assertThat(differences(file)).isEmpty();
    }

    /// Each row states the object with the line, the line, and the reason.
    @Then("beside machine code it is {word} but for")
    public void differsIn(String file, DataTable expected) {
        assertThat(differences(file))
                .containsExactlyInAnyOrderElementsOf(
                        expected.asMaps().stream().map(FrontEndSteps::difference).toList());
    }

    @Then("the device's compilation gets the arguments")
    public void isTold(List<String> nodes) {
        assertThat(nodes(hostModule())).containsExactlyElementsOf(nodes);
    }

    @Then("the device's compilation gets the same arguments as from {word}")
    public void isToldWhat(String file) {
        var expected = nodes(Corpus.text("objects/" + file)).stream().map(FrontEndSteps::plain);

        assertThat(nodes(hostModule()).stream().map(FrontEndSteps::plain))
                .containsExactlyInAnyOrderElementsOf(expected.toList());
    }

    @Then("its outline has")
    public void outlineHas(List<String> lines) {
        assertThat(outline()).containsAll(lines);
    }

    @Then("its outline has no line with {string}")
    public void outlineHasNone(String part) {
        assertThat(outline()).noneMatch(line -> line.contains(part));
    }

    /// Offset of the flags: after the size in the layout of 32 bytes, before the address in the
    /// layout of 56 bytes.
    private static int flagsOffset(EntryLayout layout) {
        return switch (layout) {
            case LEGACY -> 24;
            case VERSION_1 -> 12;
        };
    }

    private static int sectionOf(ElfObject object, String name) {
        return object.sections().indexOf(object.section(name).orElseThrow());
    }

    private List<ProfileMismatch> disagreements() {
        var object = changed.orElseGet(program::object);
        var report = new ArtifactCheck(AbiProfiles.load()).check("program.o", object.write());
        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        return ((FileReport.Artifact) report)
                .report().profiles().stream()
                        .filter(verdict -> verdict.profile().equals(world.profile().id()))
                        .flatMap(verdict -> verdict.mismatches().stream())
                        .toList();
    }

    private static String difference(Map<String, String> row) {
        return "%s: %s".formatted(row.get("only in"), row.get("line"));
    }

    private List<String> differences(String file) {
        var ours = outline();
        var theirs = HostObjectDump.of(ElfObject.parse(file, Corpus.bytes("objects/" + file)));
        return Stream.concat(
                        only(ours, theirs).map(line -> "ours: " + line),
                        only(theirs, ours).map(line -> file + ": " + line))
                .toList();
    }

    private static Stream<String> only(List<String> lines, List<String> others) {
        var rest = lines.stream().collect(toCollection(TreeSet::new));
        others.forEach(rest::remove);
        return rest.stream();
    }

    private List<String> outline() {
        return HostObjectDump.of(program.object());
    }

    private String hostModule() {
        return new String(program.intermediate(".ll").bytes(), UTF_8);
    }

    /// The nodes of `omp_offload.info` as text of their operands.
    private static List<String> nodes(String module) {
        var operands = OFFLOAD_INFO.matcher(module);
        assertThat(operands.find()).as("omp_offload.info").isTrue();
        return Stream.of(operands.group(1).split(", ", -1))
                .map(name -> node(name, module))
                .toList();
    }

    private static String node(String name, String module) {
        var definition = name + " = ";
        return module.lines()
                .filter(line -> line.startsWith(definition))
                .map(line -> line.substring(definition.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the module has no node " + name));
    }

    private static String plain(String node) {
        return IDS.matcher(node).replaceAll("");
    }
}
