package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs whose kernels wait for other streams or for the host (`streams.c`).
@Timeout(120)
class ConcurrentStreamsTest {

    @TempDir Path folder;

    private NativeClientFixture place;
    private Path program;
    private DeviceServer server;

    @BeforeEach
    void listen() throws IOException {
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        program = place.compile("streams");
        server = place.serve();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "earlier, 1 0 2 0",
        "later, 1 0 2 0",
        "fill, 1 0 2 0",
        "copy, 1 0 2 0",
        "handed, 2000 0 0 0",
        "atomic, 3 0 0 0",
        "three, 1 2 4 3",
        "events, 1 2 8 8",
        "non-blocking, 1 0 2 0",
        "thread, 1 2 0 0",
        "copy-after-legacy, 1 9 0 0",
    })
    void anotherStreamOrThreadEndsAWait(String who, String words) throws IOException {
        assertThat(place.run(program, who)).isEqualTo(new NativeProgram.Ended(0, words, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "managed"})
    void theHostEndsAWait(String memory) throws IOException {
        assertThat(place.run(program, memory)).isEqualTo(new NativeProgram.Ended(0, "2", ""));
    }

    @Test
    void theHostEndsAWaitOnItsHeap() throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);

        var ended = place.run(exec, "--device", "h100", "--", program.toString(), "heap");

        assertThat(ended.output()).isEqualTo("2");
        assertThat(ended.status()).isZero();
    }

    @Test
    void kernelsThatWaitForEachOtherAreReportedWithWhatTheyRead() throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);

        var ended = place.run(exec, "--device", "t4", "--", program.toString(), "deadlock");

        assertThat(ended.output()).isEqualTo("synchronize: 702");
        assertThat(ended.errors())
                .contains("no thread can make progress: threads 0 loop at")
                .contains("they read 0x200000000000 (0 bytes into 'cuMemAlloc_v2'")
                .contains("they read 0x200000000004 (4 bytes into 'cuMemAlloc_v2'");
    }

    @Test
    void theLegacyStreamDoesNotPassAKernelOfABlockingStream() throws IOException {
        assertThat(place.run(program, "blocking").output()).isEqualTo("synchronize: 702");
    }
}
