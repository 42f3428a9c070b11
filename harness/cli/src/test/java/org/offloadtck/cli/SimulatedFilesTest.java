package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;

/// `offload-tck simulate` with several files.
class SimulatedFilesTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int simulate(String file, String... options) {
        var arguments =
                Stream.concat(Stream.of("simulate", path(file)), Stream.of(options))
                        .toArray(String[]::new);
        return kit.execute(arguments);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void filesAreLinked() throws IOException {
        for (var unit : new String[] {"caller", "callee"}) {
            var name = "ptx/units/omp_%s.O2g.sm75.ptx".formatted(unit);
            Files.write(folder.resolve(unit + ".ptx"), Corpus.bytes(name));
        }

        assertThat(simulate("caller.ptx", "--kernel=nothing")).isEqualTo(ExitCode.USAGE);
        assertThat(simulate("caller.ptx", path("callee.ptx"), "--kernel=nothing"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(kit.err())
                .contains("caller.ptx:33:32: variable 'pointer': symbol '_Z6helperi' is undefined")
                .contains(path("caller.ptx") + "+" + path("callee.ptx") + ": no kernel");
    }

    @Test
    void aFaultInOneOfSeveralFilesIsToldWithThatFile() throws IOException {
        String head = ".version 7.0\n.target sm_75\n.address_size 64\n";
        Files.writeString(
                folder.resolve("caller.ptx"),
                head + ".extern .func f();\n.visible .entry k() { call f; ret; }\n");
        Files.writeString(
                folder.resolve("callee.ptx"), head + ".visible .func f()\n{ trap; ret; }\n");

        assertThat(simulate("caller.ptx", path("callee.ptx"))).isEqualTo(ExitCode.UNEXPECTED);

        assertThat(kit.out()).contains("trap: " + path("callee.ptx") + ":5:3: k CTA (0, 0, 0)");
    }
}
