package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory, events and pools that processes share (`shares.c`).
class SharedMemoryTest {

    @TempDir Path folder;

    @Test
    void twoProcessesAccessOneMemory() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("shares");
        try (var _ = place.serve()) {
            assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }

    /// The child prints the line of an expectation that does not hold, and nothing otherwise.
    @Test
    void memoryStaysWhenTheProcessThatExportedItEnds() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("shares");
        try (var _ = place.serve()) {
            assertThat(place.run(program, "leave")).isEqualTo(new NativeProgram.Ended(0, "", ""));
        }
    }
}
