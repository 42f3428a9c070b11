package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.ClientKernels;

/// Libraries by the driver library (`libraries.c`).
class DriverLibrariesTest {

    @TempDir Path folder;

    @Test
    void kernelsTakeParametersAndBelongToTheCurrentContext() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("libraries");
        var file = Files.writeString(folder.resolve("add.ptx"), ClientKernels.ADD);
        try (var _ = place.serve()) {
            assertThat(place.run(program, file.toString()))
                    .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }
}
