package org.offloadtck.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.frontend.DebugInformation;
import org.offloadtck.implementation.frontend.HostOutline;
import org.offloadtck.object.elf.ElfObject;

/// What a front end makes of a program, beside its entries.
public final class FrontEndSteps {

    private static final Pattern OFFLOAD_INFO = Pattern.compile("!omp_offload\\.info = !\\{(.*)}");

    /// What the numbers of device and file are in names and in nodes: those of a compilation.
    private static final Pattern IDS = Pattern.compile("fe00_[0-9a-f]+_|i32 65024, i32 \\d+, ");

    private final ProgramUnderTrial program;

    public FrontEndSteps(ProgramUnderTrial program) {
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

    @Then("beside machine code it is {word}")
    public void isWhatClangMade(String file) {
        assertThat(differences(file)).isEmpty();
    }

    /// Each row: whose object has the line, the line, and why.
    @Then("beside machine code it is {word} but for")
    public void differsIn(String file, DataTable expected) {
        assertThat(differences(file))
                .containsExactlyInAnyOrderElementsOf(
                        expected.asMaps().stream().map(FrontEndSteps::difference).toList());
    }

    @Then("the device's compilation is told")
    public void isTold(List<String> nodes) {
        assertThat(nodes(hostModule())).containsExactlyElementsOf(nodes);
    }

    @Then("the device's compilation is told what {word} tells it")
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

    private static String difference(Map<String, String> row) {
        return "%s: %s".formatted(row.get("only in"), row.get("line"));
    }

    private List<String> differences(String file) {
        var ours = outline();
        var theirs = HostOutline.of(ElfObject.parse(file, Corpus.bytes("objects/" + file)));
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
        return HostOutline.of(program.object());
    }

    private String hostModule() {
        return new String(program.intermediate(".ll").bytes(), UTF_8);
    }

    /// The nodes of `omp_offload.info`, as its operands have them.
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
