package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.command.ExitCode;

/// Compiles for the device with each installed clang and the toolkit of a release.
final class ToolkitReleaseTest {

    @TempDir private Path folder = Path.of("");

    private String compile(String clang, String release, String architecture) throws Exception {
        assertThat(
                        OffloadTck.commandLine()
                                .execute(
                                        "toolkit",
                                        "--release=" + release,
                                        folder.resolve("kit").toString()))
                .isEqualTo(ExitCode.OK);
        Files.writeString(
                folder.resolve("k.cu"), "__attribute__((global)) void k(int *p) { *p = 1; }\n");
        var process =
                new ProcessBuilder(
                                clang,
                                "-x",
                                "cuda",
                                "-nocudainc",
                                "--cuda-device-only",
                                "--cuda-path=kit",
                                "--offload-arch=" + architecture,
                                "-S",
                                "-o",
                                "k.ptx",
                                "k.cu")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = process.inputReader().readAllAsString();
        return process.waitFor() + output;
    }

    private static boolean isHere(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    @ParameterizedTest
    @CsvSource({
        "clang-15, 11.5, sm_75",
        "clang-16, 11.5, sm_75",
        "clang-16, 11.5, sm_90",
        "clang-19, 11.8, sm_90",
        "clang-22, 11.8, sm_75",
        "clang-22, 11.8, sm_90",
    })
    void clangWarnsOfNothingInTheToolkit(String clang, String release, String architecture)
            throws Exception {
        assumeTrue(isHere(clang), "there is no " + clang);

        assertThat(compile(clang, release, architecture)).isEqualTo("0");
    }
}
