package org.offloadtck.scenario.link;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.command.CommandLineLink;
import org.offloadtck.linker.command.LinkCommandLine;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.ProgramSearchPath;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.scenario.record.UnsupportedException;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about `offload-tck link`, with the machine's linker, and about its output under the
/// runtime of a real toolchain.
public final class LinkCommandSteps {

    private static final String RUNTIME = "runtime";

    /// Time limit of a program that the link runs, such as LLVM's code generator.
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private final List<String> printed = new ArrayList<>();
    private List<LinkDiagnostic> warnings = List.of();
    private List<LinkDiagnostic> refusals = List.of();
    private Optional<Path> runtime = Optional.empty();
    private Optional<ProcessResult> run = Optional.empty();

    public LinkCommandSteps(World world, ScenarioFolder scenarioFolder) {
        this.world = world;
        this.scenarioFolder = scenarioFolder;
    }

    @Given("^the files (\\S+(?:, \\S+)*)$")
    public void theFiles(String files) {
        for (String file : files.split(", ", -1)) {
            int open = file.indexOf('(');
            if (open < 0) {
                scenarioFolder.put(file, Corpus.bytes("objects/" + file));
            } else {
                String members = file.substring(open + 1, file.length() - 1);
                scenarioFolder.put(
                        file.substring(0, open), archive(file.substring(0, open), members));
            }
        }
    }

    private static byte[] archive(String name, String members) {
        return Archive.of(
                        name,
                        Arrays.stream(members.split("\\+", -1))
                                .map(member ->
                                        ArchiveMember.of(member, Corpus.bytes("objects/" + member)))
                                .toList())
                .write();
    }

    @Given("the runtime of {word}")
    public void theRuntimeOf(String id) {
        var toolchain = Toolchains.shipped(id);
        world.useProfile(toolchain.profile());
        var files = Map.of(RUNTIME, toolchain.files().getOrDefault(RUNTIME, List.of()));
        var needed =
                new Toolchain(
                        id,
                        toolchain.description(),
                        toolchain.profile(),
                        Map.of(),
                        files,
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        toolchain.limits());
        runtime =
                Optional.of(
                        switch (ToolchainLookup.of(needed, System.getenv())) {
                            case ToolchainLookup.Found found -> found.place(RUNTIME);
                            case ToolchainLookup.Missing(var reason) ->
                                    throw new UnsupportedException(reason);
                        });
    }

    @Given("the LLVM tool {word} of some release")
    public void theLlvmTool(String tool) {
        if (IntStream.rangeClosed(14, 40)
                .noneMatch(
                        release -> HostTool.installed().find(tool + "-" + release).isPresent())) {
            throw new UnsupportedException(tool + " of no release is on the PATH");
        }
    }

    @When("the link command runs with {string}")
    public void linkCommand(String words) {
        link(HostTool.installed(), words);
    }

    @When("the link command runs with {string} on a machine that has nothing but a linker")
    public void linkCommandAlone(String words) {
        scenarioFolder.put("ld", new byte[0]);
        assertThat(scenarioFolder.folder().resolve("ld").toFile().setExecutable(true)).isTrue();
        link(new ProgramSearchPath(List.of(scenarioFolder.folder())), words);
    }

    private void link(ProgramSearchPath programs, String words) {
        scenarioFolder.require("ld");
        var line = new ArrayList<>(List.of("--linker-path=ld"));
        line.addAll(List.of(words.split(" ", -1)));
        run(programs, line);
        world.attach(
                Evidence.CommandOutput.of(
                        line, Evidence.CommandSetting.NONE, 0, String.join("\n", printed)));
    }

    private void run(ProgramSearchPath programs, List<String> words) {
        var surroundings =
                new LinkEnvironment(scenarioFolder.folder(), programs, LIMIT, printed::add);
        try {
            warnings =
                    CommandLineLink.run(
                            LinkerWrapper.of(world.profile()),
                            LinkCommandLine.parse(words),
                            surroundings);
        } catch (LinkException refusal) {
            refusals = refusal.diagnostics();
        }
    }

    /// Links as a compiler driver does for a C program, and runs the output.
    @When("a position-independent program of {string} is linked with ld and run on the device")
    public void isLinkedAndRun(String inputs) {
        Path library = runtime.orElseThrow();
        String libraries = String.valueOf(library.getParent());
        scenarioFolder.require("cc");
        var words =
                new ArrayList<>(
                        List.of("--linker-path=" + scenarioFolder.require("ld").program(), "-pie"));
        words.addAll(List.of("-dynamic-linker", "/lib64/ld-linux-x86-64.so.2", "-o", "program"));
        words.addAll(List.of(start("Scrt1.o"), start("crti.o"), start("crtbeginS.o")));
        words.addAll(List.of(inputs.split(" ", -1)));
        words.addAll(List.of("-L" + libraries, "-lomp", "-lomptarget"));
        words.addAll(List.of("-L" + folderOf("libgcc.a"), "-L" + folderOf("libc.so"), "-lgcc"));
        words.addAll(List.of("-lc", start("crtendS.o"), start("crtn.o")));
        run(HostTool.installed(), words);
        assertThat(refusals).isEmpty();
        var result =
                scenarioFolder.runBuilt(
                        "program",
                        Map.of("LD_LIBRARY_PATH", libraries, "OMP_TARGET_OFFLOAD", "MANDATORY"));
        run = Optional.of(result);
    }

    /// The path of a startup file of the compiler.
    private String start(String name) {
        return scenarioFolder.succeed("cc", "-print-file-name=" + name).strip();
    }

    private String folderOf(String name) {
        return String.valueOf(Path.of(start(name)).getParent());
    }

    @Then("it exits with status {int}")
    public void itEndsWith(int status) {
        var result = run.orElseThrow();
        assertThat(result.ending())
                .as(result.errors())
                .isEqualTo(new ProcessTermination.Exited(status));
    }

    @Then("the host linker is called with {string}")
    public void hostLinkerIsCalledWith(String words) {
        assertThat(refusals).isEmpty();
        assertThat(printed.getLast()).endsWith("/ld\" " + words);
    }

    @Then("the device link is of {string}")
    public void deviceLinkIsOf(String inputs) {
        assertThat(refusals).isEmpty();
        assertThat(printed).anySatisfy(line -> assertThat(line).contains(" " + inputs + " "));
    }

    @Then("^the link command leaves the files (\\S+(?:, \\S+)*)$")
    public void leavesTheFiles(String files) {
        assertThat(refusals).isEmpty();
        assertThat(scenarioFolder.files()).contains(files.split(", ", -1));
    }

    @Then("^the link command is rejected by the rule (\\S+) at ([^,]+), (.+)$")
    public void isRefused(String rule, String source, String position) {
        assertThat(refusals)
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .contains(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the link command prints {string}")
    public void refusalSays(String text) {
        assertThat(refusals).anySatisfy(refusal -> assertThat(refusal.problem()).contains(text));
    }

    @Then("^the link command warns by the rule (\\S+) at (\\S+), (.+)$")
    public void warns(String rule, String source, String position) {
        assertThat(warnings)
                .extracting(LinkDiagnostic::rule, LinkDiagnostic::source, LinkDiagnostic::position)
                .contains(tuple(LinkRule.valueOf(rule), source, position));
    }

    @Then("the file {word} is a shared object that defines the kernels of {word}")
    public void definesTheKernelsOf(String file, String object) {
        assertThat(refusals).isEmpty();
        var image = ElfObject.parse(file, scenarioFolder.read(file));
        assertThat(image.header().type()).isEqualTo(ElfType.SHARED);
        assertThat(kernels(image)).containsAll(kernels(ElfObject.parse(object, host(object))));
    }

    private static byte[] host(String object) {
        return Corpus.bytes("objects/" + object);
    }

    /// The kernels that an image defines, or whose region ids a host object has.
    private static List<String> kernels(ElfObject elf) {
        return elf.symbols().stream()
                .map(Symbol::name)
                .filter(name -> name.matches("\\.?__omp_offloading_.*"))
                .map(name -> name.replaceAll("^\\.|\\.region_id$", ""))
                .distinct()
                .toList();
    }

    @Then("the wrapper object {word} holds an image of {word} in {word}")
    public void holdsAnImageOf(String file, String kind, String section) {
        assertThat(refusals).isEmpty();
        var wrapper = ElfObject.parse(file, scenarioFolder.read(file));
        var content = wrapper.section(section).orElseThrow().contents();
        assertThat(OffloadBinary.parseAll(content).getFirst().binary().images())
                .extracting(image -> ImageKind.nameOf(image.kindCode()))
                .containsExactly(kind);
    }

    @Then("the program's entries are {int} between {word} and {word}")
    public void entriesAreBetween(int count, String start, String stop) {
        assertThat(refusals).isEmpty();
        var program = ElfObject.parse("program", scenarioFolder.read("program"));
        long size =
                program.symbol(stop).orElseThrow().value()
                        - program.symbol(start).orElseThrow().value();
        assertThat(size).isEqualTo((long) count * world.profile().entries().layout().size());
    }
}
