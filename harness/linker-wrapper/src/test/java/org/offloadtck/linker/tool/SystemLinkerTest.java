package org.offloadtck.linker.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.SymbolDefinition;

final class SystemLinkerTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir private Path folder;

    private static SystemLinker ld() {
        HostToolchain.assume("ld");
        return new SystemLinker(HostToolchain.find("ld").orElseThrow(), LIMIT);
    }

    private static ElfObject object(String refersTo) {
        var input =
                SampleObject.named("a.o")
                        .text(text ->
                                text.define(SymbolDefinition.global("_start", 5))
                                        .u8(0xe9)
                                        .relocated(4, 4, refersTo, -4))
                        .input();
        return ((LinkInput.Relocatable) input).elf();
    }

    @Test
    void linksWhatItIsGiven() {
        var executable = ld().link(List.of(object("_start")), List.of("-static"), folder);

        var elf = ElfObject.parse("program", HostToolchain.read(executable));
        assertThat(elf.symbol("_start")).isPresent();
    }

    @Test
    void saysWhatTheLinkerSays() {
        var objects = List.of(object("nowhere"));

        assertThatThrownBy(() -> ld().link(objects, List.of(), folder))
                .asInstanceOf(type(LinkException.class))
                .extracting(exception -> exception.diagnostics().getFirst())
                .satisfies(diagnostic -> {
                    assertThat(diagnostic.rule()).isEqualTo(LinkRule.SYSTEM_LINKER);
                    assertThat(diagnostic.problem()).contains("undefined reference");
                });
    }

    @Test
    void isFoundOnlyWhereItIs() {
        assertThat(SystemLinker.find("ld", List.of(folder), LIMIT)).isEmpty();
    }
}
