package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Functions that the driver's client composes of others (`batches.c`).
@Timeout(120)
class DriverBatchTest {

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"operations", "wrong operations", "copies", "volumes", "brackets"})
    void behavesAsDocumented(String what) throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        try (var _ = place.serve()) {
            assertThat(place.run(place.compile("batches"), what))
                    .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
