package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs that fork, crash, leave or are ended, and a server that goes on.
class LifeCycleTest {

    private static final long POLL_NANOSECONDS = 5_000_000;

    @TempDir Path folder;

    private final FakeDriver driver = new FakeDriver();
    private NativeClientFixture place;
    private DeviceServer server;

    @BeforeEach
    void listen() throws IOException {
        place = NativeClientFixture.in(folder, FakeServer.class);
        server = DeviceServer.listen(place.socket(), driver.backend(), System.err);
        Thread.ofPlatform().start(() -> server.serve(Duration.ofMinutes(1)));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void threadsOfAProcessShareItsSession() throws IOException {
        var ended = place.run(place.compile("threads"));

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "done", ""));
        await(() -> driver.open.get() == 0);
    }

    @Test
    void aProgramMayCloseTheLibraryAndOpenItAgain() throws IOException {
        var library = place.driver().resolve("libcuda.so").toString();

        var ended = place.run(place.compile("opens"), library);

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "done", ""));
        await(() -> driver.open.get() == 0);
    }

    @Test
    void bytesThatAreNoRequestEndTheirConnectionOnly() throws IOException {
        for (var bytes :
                List.of(new byte[] {4, 0, 0, 0, 9, 9, 9, 9}, new byte[] {-1, -1, -1, -1})) {
            try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()))) {
                channel.write(ByteBuffer.wrap(bytes));
                assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        }

        assertStillServing();
    }

    @Test
    void aForkedChildHasNoDriverAndKeepsNoSession() throws IOException {
        var ended = place.run(place.compile("forks"));

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "done", ""));
        await(() -> driver.open.get() == 0);
    }

    @ParameterizedTest
    @CsvSource({"exit, 5", "_exit, 6", "abort, 134"})
    void aProcessThatEndsInAKernelLeavesNothing(String how, int status) throws IOException {
        var ended = place.run(place.compile("waits"), how);

        assertThat(ended).isEqualTo(new NativeProgram.Ended(status, "", ""));
        await(() -> driver.open.get() == 0 && driver.interrupted.get() == 1);
        assertStillServing();
    }

    @Test
    void aProcessThatIsKilledInAKernelLeavesNothing() throws Exception {
        var program = place.start(place.compile("waits"));
        driver.waiting.await();

        program.process().destroyForcibly();

        assertThat(program.await().status()).isEqualTo(137);
        await(() -> driver.open.get() == 0 && driver.interrupted.get() == 1);
        assertStillServing();
    }

    @Test
    void aServerThatEndsInACallIsADriverError() throws Exception {
        var program = place.start(place.compile("waits"));
        driver.waiting.await();

        server.close();

        assertThat(program.await())
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                "synchronize: 46\nafterwards: 46",
                                "offload-tck: the device server has ended; every driver call"
                                        + " fails from here on"));
    }

    @Test
    void twoProcessesEachHaveTheirOwnMemory() throws IOException {
        var program = place.compile("threads");
        var first = place.start(program);
        var second = place.start(program);

        assertThat(first.await().status()).isZero();
        assertThat(second.await().status()).isZero();
        await(() -> driver.open.get() == 0);
    }

    @Test
    void aProgramWithLittleAddressSpacePaysForWhatItAllocates() throws IOException {
        var program = place.compile("limited");

        assertThat(place.run(program, "200", "16"))
                .isEqualTo(new NativeProgram.Ended(0, "init: 0\nalloc: 0", ""));
        var tooMuch = place.run(program, "200", "1024");
        assertThat(tooMuch.output()).isEqualTo("init: 0\nalloc: 2");
        assertThat(tooMuch.errors())
                .isEqualTo(
                        "offload-tck: 1073741824 bytes of device memory cannot be mapped at"
                                + " 0x300000000000 (Cannot allocate memory)");
    }

    @Test
    void anIdleServerEndsAndItsSocketGoes() throws IOException {
        server.close();
        var idle = DeviceServer.listen(place.socket(), driver.backend(), System.err);

        idle.serve(Duration.ofMillis(50));

        assertThat(Files.exists(place.socket())).isFalse();
    }

    @Test
    void aServerThatHasEndedLeavesTheSocketOfTheNextOne() throws IOException {
        server.close();
        for (int attempt = 0; attempt < 20; attempt++) {
            var ended = DeviceServer.listen(place.socket(), driver.backend(), System.err);
            ended.close();
            var next = DeviceServer.listen(place.socket(), driver.backend(), System.err);

            ended.close();

            assertThat(place.socket()).exists();
            next.close();
        }
    }

    private void assertStillServing() throws IOException {
        assertThat(place.run(place.compile("starts")).output()).isEqualTo("done");
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waits in vain").isLessThan(deadline);
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
    }
}
