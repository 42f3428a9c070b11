package org.offloadtck.linker.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.tool.CommandRunner.Mode;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.SymbolDefinition;

final class CommandRunnerTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir private Path directory;

    /// Links an object that refers to `symbol` with the machine's linker.
    private void link(String symbol) {
        HostToolchain.assume("ld");
        HostToolchain.write(directory.resolve("a.o"), object(symbol));
        var linker = HostToolchain.find("ld").orElseThrow().toString();
        run(List.of(linker, "-static", "-o", "program", "a.o"));
    }

    private void run(List<String> command) {
        new CommandRunner(Mode.RUN, directory, LIMIT, _ -> {}).run(command);
    }

    private static byte[] object(String refersTo) {
        return SampleObject.named("a.o")
                .text(text ->
                        text.define(SymbolDefinition.global("_start", 5))
                                .u8(0xe9)
                                .relocated(4, 4, refersTo, -4))
                .bytes();
    }

    @Test
    void runsALinkerInItsDirectory() {
        link("_start");

        var elf = ElfObject.parse("program", HostToolchain.read(directory.resolve("program")));
        assertThat(elf.symbol("_start")).isPresent();
    }

    @Test
    void reportsTheOutputOfAProgramThatFails() {
        assertThatThrownBy(() -> link("nowhere"))
                .asInstanceOf(type(LinkException.class))
                .extracting(exception -> exception.diagnostics().getFirst())
                .satisfies(diagnostic -> {
                    assertThat(diagnostic.rule()).isEqualTo(LinkRule.SYSTEM_LINKER);
                    assertThat(diagnostic.problem()).contains("undefined reference");
                });
    }

    @Test
    void keepsTheCauseWhenAProgramCannotBeStarted() {
        var program = directory.resolve("missing").toString();

        assertThatThrownBy(() -> run(List.of(program)))
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("cannot be started")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void findsAProgramOnlyOnItsSearchPath() {
        assertThat(new ProgramSearchPath(List.of(directory)).find("ld")).isEmpty();
    }
}
