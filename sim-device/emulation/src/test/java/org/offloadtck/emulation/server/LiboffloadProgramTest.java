package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.command.NativeFiles;

/// A program in C over the API of LLVM 22's liboffload, on the emulated driver with all checks. The
/// tests are skipped where `OFFLOAD_TCK_TOOLCHAINS` has no unpacked `liboffload-22-dev`.
class LiboffloadProgramTest {

    private static final String SOURCE = "offload_api.c";

    @TempDir Path folder;

    private NativeClientFixture place;
    private Path program;
    private Path image;

    @BeforeEach
    void compile() throws IOException {
        var llvm =
                Optional.ofNullable(System.getenv("OFFLOAD_TCK_TOOLCHAINS"))
                        .map(toolchains -> Path.of(toolchains, "llvm-22/usr/lib/llvm-22"));
        assumeTrue(
                llvm.filter(path -> Files.exists(path.resolve("include/offload/OffloadAPI.h")))
                        .isPresent(),
                "there is no unpacked liboffload-22-dev");
        var library = llvm.orElseThrow().resolve("lib").toString();
        place = NativeClientFixture.in(folder, EmulatedServer.class);
        place.with("LD_LIBRARY_PATH", place.driver() + ":" + library);
        image = LiboffloadOnEmulatedDriverTest.assembled(folder);
        program = folder.resolve("offload_api");
        var source = folder.resolve(SOURCE);
        try (var stream = LiboffloadProgramTest.class.getResourceAsStream(SOURCE)) {
            Files.copy(Objects.requireNonNull(stream), source, StandardCopyOption.REPLACE_EXISTING);
        }
        var include = "-I" + llvm.orElseThrow().resolve("include");
        var words =
                List.of(
                        "cc",
                        "-Wall",
                        "-Werror",
                        include,
                        source.toString(),
                        "-L" + library,
                        "-lLLVMOffload",
                        "-o",
                        program.toString());
        var made = NativeProgram.run(words, Map.of());
        assertThat(made.status()).as(made.errors()).isZero();
    }

    @Test
    void itsResultsAreRightAndNoCheckReportsAnything() throws IOException {
        var ended = run("");

        assertThat(ended.errors()).contains("1 launch of 1 kernel", "0 findings");
        assertThat(ended.output()).isEqualTo("2 devices\nok");
        assertThat(ended.status()).isZero();
    }

    @Test
    void memoryThatItDoesNotFreeIsALeak() throws IOException {
        var ended = run("leak");

        assertThat(ended.errors()).contains("1,048,576 bytes of cuMemAlloc_v2");
        assertThat(ended.output()).endsWith("ok");
    }

    @Test
    void theFaultOfItsKernelIsReportedAndReachesTheProgram() throws IOException {
        var ended = run("fault");

        assertThat(ended.errors()).contains("store of 4 bytes at 0x0 is through a null pointer");
        assertThat(ended.output()).contains("an illegal memory access was encountered");
        assertThat(ended.status()).isEqualTo(3);
    }

    private NativeProgram.Ended run(String mode) throws IOException {
        var words = new ArrayList<>(List.of("--check", "all", "--", program.toString()));
        words.add(image.toString());
        words.add(mode);
        var exec = place.driver().resolve(NativeFiles.EXEC);
        return place.run(exec, words.toArray(String[]::new));
    }
}
