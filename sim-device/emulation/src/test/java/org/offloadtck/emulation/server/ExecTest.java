package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.command.NativeFiles;

/// `offload-tck-exec` with a server that answers as [FakeDriver] does.
class ExecTest {

    @TempDir Path folder;

    private final FakeDriver driver = new FakeDriver();
    private NativeClientFixture place;
    private Path exec;
    private DeviceServer server;

    @BeforeEach
    void listen() throws IOException {
        place =
                NativeClientFixture.in(folder, FakeServer.class)
                        .with("LD_LIBRARY_PATH", "/nowhere");
        exec = place.driver().resolve(NativeFiles.EXEC);
        server = DeviceServer.listen(place.socket(), driver.backend(), System.err);
        Thread.ofPlatform().start(() -> server.serve(Duration.ofMinutes(1)));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "3, 3", "-15, 143", "-6, 134"})
    void theExitStatusIsTheProgramS(String argument, int status) throws IOException {
        var program = place.compile("leaves").toString();

        var ended = place.run(exec, "--option", "word", "--", program, argument);

        var run = "run-of---option-word";
        assertThat(ended).isEqualTo(new NativeProgram.Ended(status, run, "report of " + run));
        assertThat(driver.open).hasValue(0);
    }

    /// The shell names the signal only if the process ended by it.
    @Test
    void theSignalOfTheProgramEndsIt() throws IOException {
        var ended =
                place.run(
                        Path.of("/bin/bash"),
                        "-c",
                        "\"$0\" -- sh -c 'kill -ABRT $$'; echo $?",
                        exec.toString());

        assertThat(ended.output()).isEqualTo("134");
        assertThat(ended.errors()).contains("report of run-of-").contains("Aborted");
    }

    @Test
    void aRunMayFailWhereItsProgramDoesNot() throws IOException {
        assertThat(place.run(exec, "fail", "--", "true").status()).isEqualTo(1);
        assertThat(place.run(exec, "fail", "--", "sh", "-c", "exit 4").status()).isEqualTo(4);
    }

    @Test
    void optionsThatCannotBeReadEndItBeforeTheProgram() throws IOException {
        assertThat(place.run(exec, "--bad", "--", "echo", "started"))
                .isEqualTo(new NativeProgram.Ended(2, "", "unknown option --bad"));
    }

    @Test
    void theServerLearnsTheProgramAndItsEnvironment() throws IOException {
        place.with("OMP_TARGET_OFFLOAD", "mandatory").run(exec, "--", "sh", "-c", "exit 0");

        assertThat(driver.facts)
                .contains("--program=sh", "--offload-policy=mandatory")
                .anyMatch(fact -> fact.startsWith("--directory=/"))
                .anyMatch(fact -> fact.startsWith("--path=/"));
    }

    @Test
    void aProgramHasToBeNamed() throws IOException {
        var line = "offload-tck: no program is named when one should be after --";

        assertThat(place.run(exec)).isEqualTo(new NativeProgram.Ended(2, "", line));
        assertThat(place.run(exec, "--")).isEqualTo(new NativeProgram.Ended(2, "", line));
    }

    @Test
    void aProgramThatCannotBeStartedIsToldInALine() throws IOException {
        assertThat(place.run(exec, "--", "./no-such-program"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                127,
                                "",
                                """
                                offload-tck: ./no-such-program cannot be started (No such file or directory)
                                report of run-of-\
                                """));
    }

    @Test
    void aSignalSentToItReachesTheProgram() throws IOException {
        var started = place.start(exec, "--", place.compile("stays").toString());
        while (Files.size(started.output()) == 0) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }

        started.process().destroy();

        assertThat(started.await())
                .isEqualTo(new NativeProgram.Ended(3, "here\nsignal 15", "report of run-of-"));
    }

    @Test
    void aServerThatEndsMeanwhileCostsTheReportOnly() throws IOException {
        var started = place.start(exec, "--", place.compile("stays").toString());
        while (Files.size(started.output()) == 0) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }

        server.close();
        started.process().destroy();

        assertThat(started.await())
                .isEqualTo(
                        new NativeProgram.Ended(
                                3,
                                "here\nsignal 15",
                                "offload-tck: the device server has ended; there is no report"));
    }

    @Test
    void aProgramThatReachesTheTimeLimitIsEnded() throws IOException {
        var started = System.nanoTime();

        var ended = place.run(exec, "limit", "--", "sleep", "60");

        assertThat(ended)
                .isEqualTo(
                        new NativeProgram.Ended(
                                124,
                                "",
                                """
                                offload-tck: time limit reached: kernel_a
                                report of run-of-limit\
                                """));
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isLessThan(Duration.ofSeconds(30));
    }

    /// `stays` does not end by SIGTERM at once if its handler returns; a shell that ignores it
    /// never.
    @Test
    void aProgramThatIgnoresItsEndIsKilled() throws IOException {
        var ended =
                place.run(exec, "limit", "--", "sh", "-c", "trap '' TERM; sleep 60 & wait; wait");

        assertThat(ended.status()).isEqualTo(124);
    }

    @Test
    void aProgramThatEndsBeforeTheTimeLimitKeepsItsStatus() throws IOException {
        assertThat(place.run(exec, "limit", "--", "sh", "-c", "exit 3"))
                .isEqualTo(new NativeProgram.Ended(3, "", "report of run-of-limit"));
    }

    @Test
    void progressAppearsOnATerminalOnly() throws IOException {
        assertThat(place.run(exec, "--", "sleep", "0.6").errors()).isEqualTo("report of run-of-");
        var inTerminal = "script -qec '%s -- sleep 1.5' /dev/null".formatted(exec);

        var shown = place.with("TERM", "xterm").run(Path.of("/bin/sh"), "-c", inTerminal);

        assertThat(shown.output().strip())
                .matches("(kernel_a: 1 of 2 CTAs done\033\\[K\r)+\033\\[Kreport of run-of-");
    }
}
