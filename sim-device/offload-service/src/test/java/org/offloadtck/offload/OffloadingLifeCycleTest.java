package org.offloadtck.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.server.DeviceServer;
import org.offloadtck.emulation.server.EmulatedServer;
import org.offloadtck.emulation.server.NativeClientFixture;
import org.offloadtck.emulation.server.NativeProgram;

/// Programs on the reference runtime, and servers, that end in whatever way.
class OffloadingLifeCycleTest {

    private static final long POLL_NANOSECONDS = 5_000_000;

    /// Exit statuses of programs that a signal ended, as Java reports them.
    private static final int ABORTED = 134;

    private static final int KILLED = 137;

    @TempDir Path folder;

    private DeviceServer server;
    private OffloadPrograms programs;

    @BeforeEach
    void listen() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        server = place.serve();
        programs = OffloadPrograms.in(place, folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aProgramThatIsKilledInAKernelTakesTheKernelWithIt() throws IOException {
        var killed = launched(programs.startExec("spin"));

        killed.process().children().forEach(ProcessHandle::destroyForcibly);

        var ended = killed.await();
        assertThat(ended.status()).isEqualTo(KILLED);
        assertThat(ended.errors()).contains("1 launch of 1 kernel").contains("spin");
        assertThat(programs.run("data").status()).isZero();
    }

    @Test
    void aServerThatEndsInAKernelEndsTheConstruct() throws IOException {
        var waiting = launched(programs.start("spin"));

        server.close();

        var ended = waiting.await();
        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.output()).isEqualTo("launched");
        assertThat(ended.errors())
                .isEqualTo(
                        """
                        offload-tck: the device server has ended; every target construct fails from here on
                        offload-tck: fatal error 1: failure of target construct while offloading is mandatory\
                        """);
    }

    @Test
    void twoProgramsRunAtOnce() throws IOException {
        var spinning = launched(programs.start("spin"));

        assertThat(programs.run("data").status()).isZero();
        spinning.process().destroyForcibly();
        assertThat(spinning.await().status()).isEqualTo(KILLED);
    }

    @Test
    void whatAProgramThatAbortsHasRunIsReported() throws IOException {
        var ended = programs.exec("abort");

        assertThat(ended.status()).isEqualTo(ABORTED);
        assertThat(ended.errors()).contains("1 launch of 1 kernel");
    }

    @Test
    void aForkedChildHasNoDeviceAndItsParentKeepsItsOwn() throws IOException {
        var ended = programs.run("child");

        assertThat(ended.status()).isZero();
        assertThat(ended.output()).isEqualTo("child: signal 6\nparent: 2 4 6 8");
    }

    @Test
    void aForkedChildEndsWithoutAWord() throws IOException {
        assertThat(programs.run("leaving-child"))
                .isEqualTo(new NativeProgram.Ended(0, "child: 3", ""));
    }

    private static NativeProgram launched(NativeProgram program) throws IOException {
        while (Files.size(program.output()) == 0) {
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        return program;
    }
}
