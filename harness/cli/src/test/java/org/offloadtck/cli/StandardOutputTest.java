package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;

/// A process of the kit whose standard output takes nothing.
class StandardOutputTest {

    /// A device that is always full (Linux, full(4)).
    private static final Path FULL = Path.of("/dev/full");

    @Test
    void aResultThatCannotBePrintedIsTold() throws IOException, InterruptedException {
        assumeThat(FULL).exists();
        var kit = KitCommand.ofThisProcess(OffloadTck.class.getName(), "--version");
        var process = new ProcessBuilder(kit.words()).redirectOutput(FULL.toFile()).start();

        var told = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(told)
                .endsWith(
                        "offload-tck: standard output: cannot be written: No space left on"
                                + " device\n");
        assertThat(process.waitFor()).isEqualTo(ExitCode.USAGE);
    }
}
