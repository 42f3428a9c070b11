package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The current context, which the driver library remembers between changes (`contexts.c`).
class CurrentContextTest {

    @TempDir Path folder;

    @Test
    void followsEachChange() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("contexts");
        try (var _ = place.serve()) {
            assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
