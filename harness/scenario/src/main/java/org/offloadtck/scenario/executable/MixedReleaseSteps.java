package org.offloadtck.scenario.executable;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.implementation.external.MixedProgram;
import org.offloadtck.implementation.external.MixedProgram.Form;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.check.together.FilesTogether;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.UnsupportedException;

/// Steps about executables whose objects, linker wrapper and runtime are of several toolchains.
public final class MixedReleaseSteps {

    private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

    private final ScenarioExecutable executable;
    private Optional<MixedProgram> program = Optional.empty();
    private Optional<ToolchainLookup.Found> runtime = Optional.empty();

    public MixedReleaseSteps(ScenarioExecutable executable) {
        this.executable = executable;
    }

    @Given("the executable {word} of objects of {word}, linked by {word}")
    public void ofObjects(String id, String objects, String linker) {
        use(id, objects, objects, Form.OBJECTS, linker);
    }

    @Given(
            "the executable {word} of an object of {word} and an archive of {word}, linked by {word}")
    public void ofAnArchive(String id, String object, String archive, String linker) {
        use(id, object, archive, Form.ARCHIVE, linker);
    }

    @Given("the executable {word} of objects of {word}, linked relocatably by {word}")
    public void ofAProduct(String id, String objects, String linker) {
        use(id, objects, objects, Form.PRODUCT, linker);
    }

    private void use(String id, String first, String others, Form form, String linker) {
        program =
                Optional.of(
                        new MixedProgram(
                                executable.driver().program(id),
                                installed(first),
                                installed(others),
                                form,
                                installed(linker)));
    }

    private static ToolchainLookup.Found installed(String id) {
        return switch (ToolchainLookup.of(JudgedToolchain.named(id), System.getenv())) {
            case ToolchainLookup.Found found -> found;
            case ToolchainLookup.Missing(var reason) -> throw new UnsupportedException(reason);
        };
    }

    @When("it is built and run under the runtime of {word}")
    public void isRun(String toolchain) {
        executable.useToolchain(toolchain);
        var mixed = program.orElseThrow();
        var found = executable.installation();
        runtime = Optional.of(found);
        executable.build(mixed);
        var names = executable.driver().builds().runtime(mixed.linker(), found);
        executable.run(
                ExecutableSteps.mandatory()
                        .with(Map.of(LIBRARY_PATH, names + ":" + library().resolveSibling(""))));
    }

    private Path library() {
        return runtime.orElseThrow().place(Toolchain.RUNTIME);
    }

    @Then("a check of the program and its runtime reports no error")
    public void reportsNoError() {
        assertThat(errors()).isEmpty();
    }

    @Then("a check of the program and its runtime reports {word}")
    public void reports(String rule) {
        assertThat(errors()).contains(rule);
    }

    /// The rules of the errors in the program, and in the program with its runtime.
    private List<String> errors() {
        var profiles = AbiProfiles.load();
        var together = new FilesTogether(profiles);
        var check = new ArtifactCheck(profiles);
        var built = Path.of(executable.command().words().getFirst());
        var reports = List.of(added(together, check, built), added(together, check, library()));
        return Stream.concat(
                        reports.stream().flatMap(report -> report.findings().stream()),
                        together.report().findings().stream())
                .filter(found -> found.rule().severity() == Severity.ERROR)
                .map(Finding::rule)
                .map(rule -> rule.id())
                .distinct()
                .toList();
    }

    private static FileReport added(FilesTogether together, ArtifactCheck check, Path file) {
        try {
            var bytes = Files.readAllBytes(file);
            var report = check.check(String.valueOf(file.getFileName()), bytes);
            together.add(report, bytes, _ -> Optional.empty());
            return report;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
