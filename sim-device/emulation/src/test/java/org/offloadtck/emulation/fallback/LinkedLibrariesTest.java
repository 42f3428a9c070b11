package org.offloadtck.emulation.fallback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.fallback.HostFallback.Driver;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Programs of the C compiler whose libraries have device images.
class LinkedLibrariesTest {

    @TempDir private Path folder;

    @BeforeEach
    void compile() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "there is no C compiler (cc)");
        var image =
                Image.of(
                        ImageKind.OBJECT,
                        1,
                        new Target("nvptx64-nvidia-cuda", "sm_75"),
                        new byte[64]);
        Files.write(
                folder.resolve("images.bin"),
                new OffloadBinary(OffloadBinary.Version.V2, List.of(image)).write());
        Files.writeString(folder.resolve("plain.c"), "int inner(void) { return 0; }\n");
        Files.writeString(
                folder.resolve("images.c"),
                """
                __asm__(".section .llvm.offloading,\\"a\\"\\n.incbin \\"%s\\"\\n.text");
                int inner(void);
                int outer(void) { return inner(); }
                """
                        .formatted(folder.resolve("images.bin")));
        Files.writeString(
                folder.resolve("main.c"), "int outer(void); int main(void) { return outer(); }\n");
        Files.createDirectory(folder.resolve("lib"));
        cc("-shared", "-fPIC", "plain.c", "-o", "lib/libplain.so");
        cc("-shared", "-fPIC", "images.c", "-o", "lib/libimages.so", "-Llib", "-lplain");
        cc("main.c", "-o", "bare", "-Llib", "-limages", "-Wl,-rpath-link,lib");
        cc("main.c", "-o", "named", "-Llib", "-limages", "-Wl,-rpath,$ORIGIN/lib,-rpath-link,lib");
    }

    private void cc(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("cc"));
        command.addAll(List.of(words));
        var compiler =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        var messages = new String(compiler.getInputStream().readAllBytes(), UTF_8);
        assertThat(compiler.waitFor()).as(messages).isZero();
    }

    private ExecutedProgram program(String name, String libraryPath) {
        return new ExecutedProgram(folder, "./" + name, "", libraryPath, "");
    }

    @Test
    void foldersOfTheProgramAreSearched() {
        assertThat(program("named", "").files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("named", "libimages.so");
        assertThat(program("bare", "").files()).hasSize(1);
    }

    @Test
    void foldersOfTheEnvironmentAreSearchedForLibrariesOfLibraries() {
        assertThat(program("bare", "/nowhere:lib").files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("bare", "libimages.so", "libplain.so");
    }

    @Test
    void theReasonNamesTheLibraryWithTheImages() {
        var device = DeviceSpec.named("h100").orElseThrow();

        assertThat(HostFallback.reason(program("named", ""), device, new Driver.Loaded()))
                .contains(
                        "the library libimages.so has images for sm_75 when the device h100 takes"
                                + " sm_90; use --device=t4 or --device=rtx2060");
        assertThat(HostFallback.reason(program("bare", ""), device, new Driver.Loaded())).isEmpty();
    }

    @Test
    void largeLibrariesAreNotExamined() throws IOException {
        var library = folder.resolve("lib/libimages.so");
        try (var file = new RandomAccessFile(library.toFile(), "rw")) {
            file.setLength((64L << 20) + 1);
        }

        assertThat(program("named", "").files()).hasSize(1);
    }
}
