package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arrays, textures and surfaces by the driver library (`textures.c`), and references to them.
class DriverTexturesTest {

    @TempDir Path folder;

    private NativeProgram.Ended run(String source) throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile(source);
        try (var _ = place.serve()) {
            return place.run(program);
        }
    }

    @Test
    void structuresArriveAndReturn() throws IOException {
        assertThat(run("textures")).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    /// `references.c`.
    @Test
    void referencesHaveWhatTheProgramSets() throws IOException {
        assertThat(run("references")).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }
}
