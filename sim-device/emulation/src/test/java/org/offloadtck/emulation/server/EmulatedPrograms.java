package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// What tests of programs on the emulated driver have: a driver folder of their own, and a device
/// server for it in this process.
abstract class EmulatedPrograms {

    @TempDir Path folder;

    NativeClientFixture place;
    DeviceServer server;

    @BeforeEach
    final void listen() throws IOException {
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        server = place.serve();
    }

    @AfterEach
    final void close() {
        server.close();
    }
}
