package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arrays, textures and surfaces by the driver library (`textures.c`).
class DriverTexturesTest {

    @TempDir Path folder;

    @Test
    void structuresArriveAndReturn() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("textures");
        try (var _ = place.serve()) {
            assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
