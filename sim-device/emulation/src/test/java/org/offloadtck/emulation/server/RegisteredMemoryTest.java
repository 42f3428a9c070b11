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
import org.junit.jupiter.params.provider.ValueSource;

/// Registered host memory on a device without unified memory, and words that streams write and wait
/// for (`registers.c`).
@Timeout(120)
class RegisteredMemoryTest {

    @TempDir Path folder;

    private NativeClientFixture place;
    private Path program;
    private DeviceServer server;

    @BeforeEach
    void listen() throws IOException {
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        program = place.compile("registers");
        server = place.serve();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"errors", "values", "host", "transfers"})
    void behavesAsDocumented(String what) throws IOException {
        assertThat(place.run(program, what)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    @Test
    void kernelsReachItUntilItIsUnregistered() throws IOException {
        var ended = place.run(program, "use");

        assertThat(ended.output()).isEqualTo("synchronize: 700");
        assertThat(ended.errors()).contains("a host address that is not mapped to the device");
    }

    @Test
    void aWaitThatNothingCanEndIsReported() throws IOException {
        var ended = place.run(program, "never");

        assertThat(ended.output()).isEqualTo("synchronize: 702");
        assertThat(ended.errors()).contains("a stream waits for ever: the word at 0x");
    }
}
