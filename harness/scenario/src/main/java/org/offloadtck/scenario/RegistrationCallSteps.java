package org.offloadtck.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.wrap.Wrapping;
import org.offloadtck.object.elf.ElfObject;

/// Wrapper objects in programs of the machine, whose runtimes print what they are called with.
public final class RegistrationCallSteps {

    private static final String RECORDER = "wrappers/record-calls.c";

    private final Workbench workbench;
    private final WrappedImages wrapped;
    private final RealWrapperSteps real;

    public RegistrationCallSteps(
            Workbench workbench, WrappedImages wrapped, RealWrapperSteps real) {
        this.workbench = workbench;
        this.wrapped = wrapped;
        this.real = real;
    }

    @Then("a program with it makes the calls of a program with the real one")
    public void makesTheCallsOfTheRealOne() {
        assertThat(calls("ours", wrapped.object())).isEqualTo(calls("real", real.real()));
    }

    @Then("a program with it that {word} links calls")
    public void calls(String linker, String expected) {
        workbench.require("ld." + linker);
        assertThat(calls("ours", wrapped.object(), "-fuse-ld=" + linker))
                .containsExactlyElementsOf(expected.lines().toList());
    }

    /// The lines that a program with the wrapper object prints.
    private List<String> calls(String program, ElfObject wrapper, String... options) {
        workbench.put("record-calls.c", Corpus.bytes(RECORDER));
        workbench.put(program + ".o", wrapper.write());
        var arguments = new ArrayList<>(List.of(options));
        arguments.addAll(layout(wrapped.wrapping()));
        arguments.addAll(List.of("-o", program, "record-calls.c", program + ".o"));
        workbench.succeed("gcc", arguments.toArray(String[]::new));
        return Workbench.succeed(workbench.runBuilt(program, Map.of())).lines().toList();
    }

    /// What the program has to know of the edition's entries.
    private static List<String> layout(Wrapping wrapping) {
        var entries = wrapping.profile().entries();
        var numbering = wrapping.profile().fatObject().kindNumbering();
        return List.of(
                "-DENTRY_BYTES=" + entries.layout().size(),
                "-DSECTION=\"%s\"".formatted(entries.section(wrapping.kind()).orElseThrow()),
                "-DKIND=" + numbering.code(wrapping.kind()).orElseThrow());
    }
}
