package org.offloadtck.scenario.executable;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.process.ProcessTermination;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about damaged executables of real toolchains: the reference runtime must report the fault.
public final class DamagedExecutableSteps {

    private static final String VIOLATION = "violation";

    private final World world;
    private final ScenarioExecutable executable;
    private final ScenarioFolder scenarioFolder;
    private Optional<DamagedExecutable> copy = Optional.empty();

    public DamagedExecutableSteps(
            World world, ScenarioExecutable executable, ScenarioFolder scenarioFolder) {
        this.world = world;
        this.executable = executable;
        this.scenarioFolder = scenarioFolder;
    }

    @Given("a copy of the executable {word} built at {word}")
    public void copyOf(String program, String level) {
        executable.build(program, level);
        var file = Path.of(executable.command().words().getFirst());
        copy = Optional.of(new DamagedExecutable(program, bytes(file), world.profile()));
    }

    @Given("in the copy the entry of {word} has the size {long}")
    public void entryHasSize(String name, long size) {
        change(file -> file.setSize(name, size));
    }

    @Given("in the copy the entry of {word} has the flags {word}")
    public void entryHasFlags(String name, String flags) {
        change(file -> file.setFlags(name, Long.decode(flags)));
    }

    @Given("in the copy the entry of {word} has no address")
    public void entryHasNoAddress(String name) {
        change(file -> file.clearAddress(name));
    }

    @Given("in the copy the first entry is one of requires")
    public void firstEntryIsOfRequires() {
        change(DamagedExecutable::beginWithRequires);
    }

    @Given("in the copy the entry of {word} has a name that no image defines")
    public void entryIsMisspelt(String name) {
        change(file -> file.misspell(name));
    }

    @Given("in the copy the tables end before the last entry")
    public void tablesEndEarly() {
        change(DamagedExecutable::dropLastEntry);
    }

    @Given("in the copy the descriptor's table ends before the last entry")
    public void descriptorEndsEarly() {
        change(DamagedExecutable::shortenDescriptor);
    }

    @Given("^in the copy the only words (.+) are (.+)$")
    public void wordsAre(String before, String after) {
        change(file -> file.setWords(numbers(before), numbers(after)));
    }

    @When("the copy is run under the kit's runtime")
    public void copyIsRun() {
        runCopy(ExecutableSteps.mandatory());
    }

    @When("the copy is run under the kit's runtime as the profile {word}")
    public void copyIsRunAs(String profile) {
        runCopy(ExecutableSteps.mandatory().with(Map.of("OFFLOAD_TCK_PROFILE", profile)));
    }

    @When(
            "the executable {word} is built at {word} and run under the kit's runtime with"
                    + " {word}={word}")
    public void isRunWith(String program, String level, String variable, String value) {
        executable.build(program, level);
        executable.run(
                ReferenceRuntimeSteps.reference(
                        ExecutableSteps.mandatory().with(Map.of(variable, value))));
    }

    @Then("the program ends by the requirement {word} at {string}")
    public void endsByRequirement(String requirement, String site) {
        var outcome = executable.outcome();
        var said = outcome.result().errors();
        assertThat(said.lines().filter(line -> line.endsWith("]")).findFirst().orElse(said))
                .contains(site + ": ")
                .endsWith("[%s]".formatted(requirement));
        assertThat(outcome.report().findings()).contains(VIOLATION);
        assertThat(outcome.result().ending())
                .isNotEqualTo(new ProcessTermination.Exited(0))
                .isNotEqualTo(new ProcessTermination.Signalled("SIGSEGV"));
    }

    private void change(Consumer<DamagedExecutable> damage) {
        damage.accept(copy.orElseThrow());
    }

    private void runCopy(Setting setting) {
        var file = scenarioFolder.file(scenarioFolder.put("copy", copy.orElseThrow().bytes()));
        if (!file.toFile().setExecutable(true)) {
            throw new IllegalStateException("%s cannot be made executable".formatted(file));
        }
        var whole = executable.command();
        var command =
                new ProgramCommand(
                        whole.name(),
                        List.of(file.toString()),
                        scenarioFolder.folder(),
                        whole.environment());
        var damaged = command.copiedTo(scenarioFolder.file("damaged"));
        executable.run(damaged, ReferenceRuntimeSteps.reference(setting));
    }

    private static List<Long> numbers(String words) {
        return Arrays.stream(words.split(", ", -1)).map(Long::decode).toList();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
