package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;

/// The commands that lead to the emulated driver and the device toolkit.
class DriverCommandsTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int execute(String... arguments) {
        return kit.execute(arguments);
    }

    @Test
    void toolkitWritesProgramsThatStartThisKit() throws Exception {
        var kit = folder.resolve("kit");

        assertThat(execute("toolkit", kit.toString())).isEqualTo(ExitCode.OK);

        var ptxas =
                new ProcessBuilder(kit.resolve("bin/ptxas").toString(), "--version")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(ptxas.inputReader().readAllAsString())
                .startsWith("ptxas: device toolkit of the Offload TCK");
        assertThat(ptxas.waitFor()).isZero();
    }

    @Test
    void toolkitRefusesAFolderOfOthers() throws IOException {
        Files.writeString(folder.resolve("thesis.tex"), "");

        assertThat(execute("toolkit", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith(
                        "offload-tck toolkit: "
                                + folder
                                + " has other contents when it should be empty");
        assertThat(folder.resolve("bin")).doesNotExist();
    }

    @Test
    void execWantsAProgram() {
        assertThat(execute("exec", "--devices=2", "--")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith("offload-tck exec: no program is named when one should be after --\n");
    }

    @Test
    void execLeavesWhatIsBehindTheSeparatorAlone() {
        assertThat(execute("exec", "--check=heap", "--", "ls", "--help")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("'heap' is not a check").doesNotContain("Exit status:");
    }

    @Test
    void execExplainsItsOptions() {
        assertThat(execute("exec", "--help")).isEqualTo(ExitCode.OK);
        assertThat(kit.out()).contains("--fail-on-findings").contains("Exit status:\n");
    }

    @Test
    void theHelpListsWhatPeopleCall() {
        assertThat(execute("--help")).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains("  toolkit ")
                .contains("  driver-path ")
                .contains("  runtime-path ")
                .contains("  exec ")
                .doesNotContain("  serve ");
    }

    @Test
    void serveNeedsAFolderOfItsOwn() throws IOException {
        var open = Files.createDirectories(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(execute("serve", open.resolve("s.sock").toString()))
                .isEqualTo(ExitCode.HARNESS_ERROR);
        assertThat(kit.err())
                .startsWith("offload-tck: the device server: ")
                .doesNotContain("\tat ");
    }
}
