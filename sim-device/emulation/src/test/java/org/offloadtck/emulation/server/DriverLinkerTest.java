package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The linker of the driver library (`links.c`).
class DriverLinkerTest {

    @TempDir Path folder;

    @Test
    void linksDataAndFilesAndLogsErrors() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("links");
        try (var _ = place.serve()) {
            assertThat(place.run(program, folder.resolve("one.ptx").toString()))
                    .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
