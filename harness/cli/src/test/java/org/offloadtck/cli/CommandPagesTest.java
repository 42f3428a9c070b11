package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What is generated from the declarations of the commands.
class CommandPagesTest {

    private static final Path CHECKED_IN = Path.of("../../docs/commands");

    @Test
    void areThoseThatAreCheckedIn() throws IOException {
        var checkedIn = new TreeMap<String, String>();
        try (var files = Files.list(CHECKED_IN)) {
            for (var file : files.toList()) {
                checkedIn.put(file.getFileName().toString(), Files.readString(file));
            }
        }

        assertThat(CommandPages.pages())
                .as("copy harness/cli/target/docs/commands to docs/commands")
                .isEqualTo(checkedIn);
    }

    @Test
    void nameNoHiddenCommand() {
        assertThat(CommandPages.pages())
                .containsKeys("offload-tck.adoc", "offload-tck-check.adoc")
                .doesNotContainKey("offload-tck-rehearse.adoc");
    }

    @Test
    void wordsAreCompletedByBash() throws IOException, InterruptedException {
        var script =
                CommandPages.completion()
                        + """

                        COMP_WORDS=(offload-tck che); COMP_CWORD=1
                        _complete_offload-tck
                        echo "${COMPREPLY[@]}"
                        """;
        var bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();

        assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("check\n");
        assertThat(bash.waitFor()).isZero();
    }
}
