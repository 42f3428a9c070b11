package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Launches as before CUDA 4, which read what calls have set of a function, and usage counts of
/// contexts (`launch_states.c`).
class LaunchStatesTest {

    @TempDir Path folder;

    @Test
    void kernelsReadWhatWasSetOfThem() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("launch_states");
        try (var _ = place.serve()) {
            assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
