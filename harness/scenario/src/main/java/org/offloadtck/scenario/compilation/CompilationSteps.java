package org.offloadtck.scenario.compilation;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.DeviceCodeChoice;
import org.offloadtck.implementation.phase.CompilationPhase;
import org.offloadtck.implementation.phase.CompilationPlan;
import org.offloadtck.implementation.phase.PhaseListing;
import org.offloadtck.implementation.phase.PhaseOrderCheck;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about the phases of a compilation and their commands, as compiler drivers print them.
public final class CompilationSteps {

    private static final String SOURCE = "zaxpy.cpp";
    private static final String OBJECT = "zaxpy.o";
    private static final String EXECUTABLE = "a.out";
    private static final String HOST = "x86_64-pc-linux-gnu";
    private static final String DEVICE = "nvptx64-nvidia-cuda";

    /// The options of the document's example, and an architecture, because a driver without one
    /// queries the machine's GPU.
    private static final List<String> OFFLOADING =
            List.of(
                    "-fopenmp",
                    "-fopenmp-targets=" + DEVICE,
                    "-Xopenmp-target=" + DEVICE,
                    "-march=sm_75");

    /// Options that make a driver link no device library.
    private static final List<String> WITHOUT_LIBRARIES =
            List.of("-nogpulib", "--cuda-path=/nonexistent");

    /// The device runtime of sm_75: the library name of the document, and the names of the
    /// releases.
    private static final List<String> LIBRARIES =
            List.of(
                    "libomptarget-nvptx64-sm_75.bc",
                    "libomptarget-nvptx-sm_75.bc",
                    "libomptarget-nvptx.bc");

    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final World world;
    private final ScenarioFolder scenarioFolder;
    private final CompiledCorpusProgram program;
    private String printed = "";

    public CompilationSteps(
            World world, ScenarioFolder scenarioFolder, CompiledCorpusProgram program) {
        this.world = world;
        this.scenarioFolder = scenarioFolder;
        this.program = program;
    }

    @When("clang {int} prints the phases of zaxpy")
    public void printsThePhases(int release) {
        print(release, without("-ccc-print-bindings"));
    }

    @When("clang {int} prints the commands that compile zaxpy")
    public void printsTheCommands(int release) {
        print(release, without("-###", "-c"));
    }

    @When("clang {int} prints the commands that compile zaxpy with device libraries {word}")
    public void printsTheCommandsWithLibraries(int release, String option) {
        LIBRARIES.forEach(library -> scenarioFolder.put(library, new byte[0]));
        print(
                release,
                List.of(
                        "--cuda-path=" + toolkit(),
                        "--libomptarget-nvptx-bc-path=" + scenarioFolder.file("."),
                        option,
                        "-###",
                        "-c"));
    }

    @When("the kit prints the phases of zaxpy")
    public void theKitPrintsThePhases() {
        program.use("zaxpy");
        var code = DeviceCodeChoice.forEachTarget(program.program(), world.profile(), "O2");
        var phases =
                new ArrayList<>(
                        CompilationPlan.of(
                                program.program(),
                                code.stream().filter(CompilationSteps::isForTheDevice).toList(),
                                world.profile().compilation().embedding(),
                                OBJECT));
        phases.add(CompilationPlan.link(OBJECT, EXECUTABLE));
        printed = new PhaseListing(phases).toString();
    }

    private static boolean isForTheDevice(DeviceCode code) {
        return code.target().triple().equals(DEVICE);
    }

    @Then("every phase reads and writes what the design has it read and write")
    public void thePhasesAreInOrder() {
        var host = listing().phases().getFirst().target();
        assertThat(host).startsWith("x86_64-").endsWith("-linux-gnu");
        assertThat(new PhaseOrderCheck(SOURCE, host, Set.of(DEVICE)).problems(listing())).isEmpty();
    }

    /// Compares the endings of file names; compilers choose the names.
    @Then("the phases are")
    public void thePhasesAre(DataTable expected) {
        assertThat(listing().phases().stream().map(CompilationSteps::row).toList())
                .isEqualTo(expected.asMaps());
    }

    @Then("the command for the {word} has the option {word}")
    public void hasTheOption(String target, String option) {
        assertThat(words(target)).contains(option);
    }

    @Then("the command for the {word} reads the bitcode after {word}")
    public void readsTheBitcode(String target, String option) {
        var words = words(target);
        assertThat(words).contains(option);
        assertThat(words.get(words.indexOf(option) + 1)).isEqualTo(hostBitcode());
    }

    @Then("the command for the device links {string} by -mlink-builtin-bitcode")
    public void links(String libraries) {
        var words = words("device");
        assertThat(
                        IntStream.range(1, words.size())
                                .filter(i -> words.get(i - 1).equals("-mlink-builtin-bitcode"))
                                .mapToObj(i -> Path.of(words.get(i)).getFileName().toString()))
                .containsExactly(libraries.split(", ", -1));
    }

    @Then("the host's back end embeds what the packager wrote, after {word}")
    public void embeds(String option) {
        var packed = after(command("--image="), "-o");
        assertThat(command(option)).contains(option + packed).contains(hostBitcode());
    }

    private static List<String> without(String... options) {
        return Stream.concat(WITHOUT_LIBRARIES.stream(), Stream.of(options)).toList();
    }

    /// The parts of a CUDA installation that a driver looks for before it names its libraries.
    private Path toolkit() {
        try {
            for (var folder : List.of("bin", "include", "lib64", "nvvm/libdevice")) {
                Files.createDirectories(scenarioFolder.file("cuda").resolve(folder));
            }
            scenarioFolder.put("cuda/nvvm/libdevice/libdevice.10.bc", new byte[0]);
            return scenarioFolder.file("cuda");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void print(int release, List<String> options) {
        world.useProfile("llvm-%d".formatted(release));
        world.use(ImplementationIdentity.of("clang-%d".formatted(release)), DeviceIdentity.NONE);
        scenarioFolder.put(SOURCE, Corpus.bytes("programs/zaxpy/zaxpy.cpp"));
        var words = new ArrayList<>(OFFLOADING);
        words.addAll(options);
        words.add(SOURCE);
        var result =
                scenarioFolder.run("clang++-%d".formatted(release), words.toArray(String[]::new));
        ScenarioFolder.succeed(result);
        printed = result.output() + result.errors();
    }

    private PhaseListing listing() {
        return PhaseListing.parse(printed);
    }

    private static Map<String, String> row(CompilationPhase phase) {
        return Map.of(
                "target", phase.target(),
                "tool", phase.tool(),
                "reads",
                        String.join(
                                " ", phase.inputs().stream().map(CompilationSteps::name).toList()),
                "writes", name(phase.output()));
    }

    /// The ending of a file name that the compiler chose; the full name of the source and of the
    /// executable.
    private static String name(String file) {
        return file.equals(SOURCE) || file.equals(EXECUTABLE)
                ? file
                : file.substring(file.lastIndexOf('.'));
    }

    /// The first command of a compiler that compiles the source for `target`, `host` or `device`.
    private List<String> words(String target) {
        var triple = target.equals("device") ? DEVICE : HOST;
        return commands().stream()
                .filter(words -> words.contains("-cc1") && words.contains(SOURCE))
                .filter(words -> after(words, "-triple").equals(triple))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no command compiles for " + triple));
    }

    private String hostBitcode() {
        return after(words("host"), "-o");
    }

    /// The command with a word that contains `part`.
    private List<String> command(String part) {
        return commands().stream()
                .filter(words -> words.stream().anyMatch(word -> word.contains(part)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no command has " + part));
    }

    /// The commands that a driver prints for `-###`: each a line of quoted words.
    private List<List<String>> commands() {
        return printed.lines()
                .filter(line -> line.startsWith(" \""))
                .map(line -> WORD.matcher(line).results().map(word -> word.group(1)).toList())
                .toList();
    }

    private static String after(List<String> words, String option) {
        return words.get(words.indexOf(option) + 1);
    }
}
