package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.command.NativeFiles;

/// Clients and servers that end while a simulated kernel runs.
class EmulatedLifeCycleTest extends EmulatedPrograms {

    private static final long POLL_NANOSECONDS = 5_000_000;

    @Test
    void aKernelSStoreIsSeenByTheProgram() throws IOException {
        assertThat(place.run(place.compile("spins")))
                .isEqualTo(new NativeProgram.Ended(0, "launched\nsynchronize: 0\nvalue: 42", ""));
    }

    @Test
    void streamsCallFunctionsOfTheProgramOnAThreadOfTheDriver() throws IOException {
        assertThat(place.run(place.compile("hostcalls")))
                .isEqualTo(new NativeProgram.Ended(0, "done", ""));
    }

    @Test
    void aProgramThatIsKilledInAKernelTakesTheKernelWithIt() throws IOException {
        var program = place.compile("spins");
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var killed = launched(place.start(exec, "--", program.toString(), "spin"));

        killed.process().children().forEach(ProcessHandle::destroyForcibly);

        var ended = killed.await();
        assertThat(ended.status()).isEqualTo(137);
        assertThat(ended.errors()).contains("spin");
        assertThat(place.run(program).output()).endsWith("value: 42");
    }

    @Test
    void aServerThatEndsInAKernelIsADriverError() throws IOException {
        var waiting = launched(place.start(place.compile("spins"), "spin"));

        server.close();

        assertThat(waiting.await().output()).isEqualTo("launched\nsynchronize: 46");
    }

    @Test
    void twoProgramsRunAtOnce() throws IOException {
        var program = place.compile("spins");
        var spinning = launched(place.start(program, "spin"));

        assertThat(place.run(program).output()).endsWith("value: 42");
        spinning.process().destroyForcibly();
        assertThat(spinning.await().status()).isEqualTo(137);
    }

    @Test
    void aWaitForDeviceMemoryIsADeadlock() throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);

        var ended = place.run(exec, "--", place.compile("spins").toString(), "await", "on-device");

        assertThat(ended.output()).isEqualTo("launched\nsynchronize: 702");
        assertThat(ended.errors())
                .contains("no thread can make progress: threads 0 loop at")
                .contains("they read 0x2000")
                .contains("cuMemAlloc");
    }

    @Test
    void theTimeLimitNamesWhatTheKernelWaitsFor() throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("spins").toString();

        var waiting = place.run(exec, "--time-limit=3", "--", program, "await");
        var spinning = place.run(exec, "--time-limit=2500ms", "--", program, "spin");

        assertThat(waiting.status()).isEqualTo(124);
        assertThat(waiting.errors())
                .startsWith(
                        "offload-tck: time limit of 3 s reached: await: 0 of 1 CTA done, waiting for"
                                + " a change of memory at 0x2")
                .contains("1 launch of 1 kernel");
        assertThat(spinning.status()).isEqualTo(124);
        assertThat(spinning.errors())
                .startsWith("offload-tck: time limit of 2.5 s reached: spin: 0 of 1 CTA done, ")
                .containsPattern(" [1-9][0-9.]* M warp instructions/s");
    }

    /// The shell is the program of `exec`; its child uses the device.
    @Test
    void theTimeLimitEndsAllProcessesOfTheRun() throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("spins").toString();

        var ended =
                place.run(
                        exec,
                        "--time-limit=3",
                        "--",
                        "sh",
                        "-c",
                        program + " spin & echo $!; wait; exit 0");

        assertThat(ended.status()).isEqualTo(124);
        var child = Long.parseLong(ended.output().lines().findFirst().orElseThrow());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private static NativeProgram launched(NativeProgram program) throws IOException {
        while (Files.size(program.output()) == 0) {
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        return program;
    }
}
