package org.offloadtck.scenario.wrapper;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps about wrapper objects in programs of the machine, whose runtimes print the arguments of
/// their calls.
public final class RegistrationCallSteps {

    private static final String RECORDER = "wrappers/record-calls.c";

    /// The message of GNU ld and lld for a symbol with two definitions.
    private static final Pattern SAYS_TWICE =
            Pattern.compile("multiple definition of|duplicate symbol:");

    private static final Imports REGISTRATION =
            Imports.of(List.of("__tgt_register_lib", "__tgt_unregister_lib", "atexit"));

    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;
    private final RealWrapperSteps real;

    public RegistrationCallSteps(
            ScenarioFolder scenarioFolder, WrappedImages wrapped, RealWrapperSteps real) {
        this.scenarioFolder = scenarioFolder;
        this.wrapped = wrapped;
        this.real = real;
    }

    @Then("a program with it makes the calls of a program with the real one")
    public void makesTheCallsOfTheRealOne() {
        assertThat(calls("ours", List.of(wrapped.object())))
                .isEqualTo(calls("real", List.of(real.real())));
    }

    @Then("^a program with (?:it|all of them) that (\\S+) links calls$")
    public void calls(String linker, String expected) {
        assertThat(
                        calls(
                                "ours",
                                wrapped.objects(),
                                scenarioFolder.linkingWith(linker),
                                "-fuse-ld=" + linker))
                .containsExactlyElementsOf(expected.lines().toList());
    }

    @Then("{word} links two of it into a program, which registers twice")
    public void linksTwo(String linker) {
        var objects = List.of(wrapped.object(), wrapped.object());
        assertThat(calls("ours", objects, scenarioFolder.linkingWith(linker), "-fuse-ld=" + linker))
                .filteredOn(line -> line.startsWith("__tgt_register_lib"))
                .hasSize(2);
    }

    @Then("{word} links no two of it into a program, since {word} is defined twice")
    public void refusesTwo(String linker, String symbol) {
        var objects = List.of(wrapped.object(), wrapped.object());
        var result =
                link("ours", objects, scenarioFolder.linkingWith(linker), "-fuse-ld=" + linker);
        assertThat(result.ending().isSuccess()).isFalse();
        assertThat(result.errors().lines())
                .anyMatch(line -> line.contains(symbol) && SAYS_TWICE.matcher(line).find());
    }

    @Then("the kit's own linker links no two of it, since {word} is defined twice")
    public void kitRefusesTwo(String symbol) {
        var object = new LinkInput.Relocatable(wrapped.object());
        assertThatThrownBy(() -> StaticLinker.link(List.of(object, object), REGISTRATION))
                .asInstanceOf(type(LinkException.class))
                .extracting(LinkException::diagnostics, list(LinkDiagnostic.class))
                .anySatisfy(diagnostic -> {
                    assertThat(diagnostic.rule()).isEqualTo(LinkRule.DUPLICATE_SYMBOL);
                    assertThat(diagnostic.toString()).contains(symbol);
                });
    }

    /// The lines that a program with the wrapper objects prints.
    private List<String> calls(String program, List<ElfObject> wrappers, String... options) {
        ScenarioFolder.succeed(link(program, wrappers, options));
        return ScenarioFolder.succeed(scenarioFolder.runBuilt(program, Map.of())).lines().toList();
    }

    private ProcessResult link(String program, List<ElfObject> wrappers, String... options) {
        scenarioFolder.put("record-calls.c", Corpus.bytes(RECORDER));
        var arguments = new ArrayList<>(List.of(options));
        arguments.addAll(layout(wrapped.wrapping()));
        arguments.addAll(List.of("-o", program, "record-calls.c"));
        for (int index = 0; index < wrappers.size(); index++) {
            arguments.add(
                    scenarioFolder.put(
                            "%s-%d.o".formatted(program, index), wrappers.get(index).write()));
        }
        return scenarioFolder.run("gcc", arguments.toArray(String[]::new));
    }

    /// Definitions that the program needs for the layout of the edition's entries.
    private static List<String> layout(WrapperOptions wrapping) {
        var entries = wrapping.profile().entries();
        var numbering = wrapping.profile().fatObject().kindNumbering();
        return List.of(
                "-DENTRY_BYTES=" + entries.layout().size(),
                "-DSECTION=\"%s\"".formatted(entries.section(wrapping.kind()).orElseThrow()),
                "-DKIND=" + numbering.code(wrapping.kind()).orElseThrow());
    }
}
