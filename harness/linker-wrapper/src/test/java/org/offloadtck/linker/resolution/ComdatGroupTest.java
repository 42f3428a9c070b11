package org.offloadtck.linker.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.linker.HostToolchain;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.executable.LoadedBytes;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkInput;

final class ComdatGroupTest {

    @TempDir private Path first;
    @TempDir private Path second;

    private static LinkInput compiled(Path folder, String own, int number) {
        var object =
                HostToolchain.compile(
                        folder,
                        "/org/offloadtck/linker/resolution/comdat.c",
                        "-O1",
                        "-DOWN=" + own,
                        "-DNUMBER=\"" + number + "\"");
        return LinkInput.read(own + ".o", HostToolchain.read(object));
    }

    @Test
    void keepsTheFirstCopyOfEverySectionOfTheGroup() {
        var inputs = List.of(compiled(first, "a", 11), compiled(second, "b", 22));

        var executable = StaticLinker.link(inputs, Imports.none());

        assertThat(executable.map())
                .filteredOn(contribution -> contribution.section().endsWith(".shared"))
                .extracting(Contribution::source)
                .containsExactly("a.o", "a.o");
        long immediate = executable.address("shared").orElseThrow() + 1;
        assertThat(LoadedBytes.of(executable).u32(immediate)).isEqualTo(11);
    }
}
