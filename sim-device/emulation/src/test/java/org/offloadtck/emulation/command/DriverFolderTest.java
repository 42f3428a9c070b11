package org.offloadtck.emulation.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;
import org.offloadtck.emulation.server.NativeClientFixture;

class DriverFolderTest {

    @TempDir Path cache;

    @Test
    void itHoldsTheLibraryUnderBothNamesAndHowAServerIsStarted() throws IOException {
        var command = command("serve");

        var folder = DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command);

        assertThat(folder.resolve("libcuda.so.1")).isRegularFile();
        assertThat(folder.resolve("libcuda.so").toRealPath())
                .isEqualTo(folder.resolve("libcuda.so.1").toRealPath());
        assertThat(NativeFiles.CUDA_RUNTIMES)
                .allSatisfy(name -> assertThat(folder.resolve(name)).isRegularFile());
        assertThat(folder.resolve("libcublasLt.so.12").toRealPath())
                .isEqualTo(folder.resolve("libcublas.so.12").toRealPath());
        assertThat(folder.resolve("libcudnn_cnn_train.so.8").toRealPath())
                .isEqualTo(folder.resolve("libcudnn.so.8").toRealPath());
        assertThat(folder.resolve("libcudnn_graph.so.9").toRealPath())
                .isEqualTo(folder.resolve("libcudnn.so.9").toRealPath());
        assertThat(folder.resolve("offload-tck-exec")).isExecutable();
        assertThat(folder.resolve("server"))
                .content()
                .endsWith("\n/jdk/bin/java\n-Xshare:auto\n-cp\n/kit.jar\nMain\nserve\n");
    }

    @Test
    void anotherCommandHasAnotherFolder() throws IOException {
        var first =
                DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command("serve"));
        var again =
                DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command("serve"));
        var other =
                DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command("other"));

        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
    }

    @Test
    void manyMayInstallItAtOnce() throws Exception {
        var files = NativeClientFixture.nativeFiles();
        var installations = new ArrayList<Future<Path>>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                installations.add(
                        threads.submit(() -> DriverFolder.install(cache, files, command("serve"))));
            }
        }

        for (var installation : installations) {
            assertThat(installation.get()).isEqualTo(installations.getFirst().get());
        }
        try (var entries = Files.list(cache)) {
            assertThat(entries).hasSize(1);
        }
    }

    private static KitCommand command(String argument) {
        return new KitCommand(
                Path.of("/jdk/bin/java"),
                List.of("-Xshare:auto"),
                List.of(Path.of("/kit.jar")),
                List.of("Main", argument));
    }
}
