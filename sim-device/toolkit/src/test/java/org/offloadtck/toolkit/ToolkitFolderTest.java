package org.offloadtck.toolkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;

class ToolkitFolderTest {

    @TempDir private Path parent = Path.of("");

    private Path folder = Path.of("");

    @BeforeEach
    void choose() {
        folder = parent.resolve("it's a kit");
    }

    private static KitCommand echo() {
        return new KitCommand(
                Path.of("/bin/echo"),
                List.of("-x"),
                List.of(Path.of("it's a $jar")),
                List.of("Main"));
    }

    private static KitCommand withoutJava() {
        return new KitCommand(Path.of("/no/java"), List.of(), List.of(), List.of());
    }

    private static String output(Path program, String... arguments)
            throws IOException, InterruptedException {
        var words = Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void holdsWhatCompilersLookFor() throws IOException {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, echo());

        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile).map(each -> folder.relativize(each)))
                    .map(Path::toString)
                    .containsExactlyInAnyOrder(
                            "bin/ptxas",
                            "bin/nvlink",
                            "bin/fatbinary",
                            "include/cuda.h",
                            "nvvm/libdevice/libdevice.10.bc",
                            "version.json");
        }
        assertThat(folder.resolve("lib64")).isEmptyDirectory();
        assertThat(Files.readString(folder.resolve("include/cuda.h")))
                .contains("\n#define CUDA_VERSION 11080\n");
        var version =
                JsonMapper.builder().build().readTree(folder.resolve("version.json").toFile());
        assertThat(version.at("/cuda/version").textValue()).isEqualTo("11.8.0");
    }

    @Test
    void statesTheReleaseThatItWasWrittenFor() throws IOException {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_5, echo());

        assertThat(folder.resolve("include/cuda.h"))
                .content()
                .contains("\n#define CUDA_VERSION 11050\n");
        assertThat(folder.resolve("version.json")).content().contains("\"version\": \"11.5.0\"");
    }

    /// Source of the magic: *LLVM Bitcode File Format*, "LLVM IR Magic Number".
    @Test
    void itsLibdeviceIsBitcode() throws IOException {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, echo());

        assertThat(Files.readAllBytes(folder.resolve("nvvm/libdevice/libdevice.10.bc")))
                .startsWith('B', 'C', 0xC0, 0xDE);
    }

    @Test
    void itsProgramsStartTheKitWithAllArguments() throws Exception {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, echo());

        assertThat(output(folder.resolve("bin/ptxas"), "-c", "a b", ""))
                .isEqualTo("-x -cp it's a $jar Main ptxas -c a b \n");
        assertThat(output(folder.resolve("bin/nvlink"), "-o", "x"))
                .isEqualTo("-x -cp it's a $jar Main nvlink -o x\n");
    }

    @Test
    void itsProgramsSayWhenTheJavaIsGone() throws Exception {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, withoutJava());

        assertThat(output(folder.resolve("bin/ptxas"), "-c"))
                .isEqualTo(
                        "ptxas fatal   : Java is no longer at /no/java; run 'offload-tck toolkit'"
                                + " for this folder again\n");
    }

    @Test
    void oneOfOursIsBroughtUpToDate() throws Exception {
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, withoutJava());

        assertThat(ToolkitFolder.objection(folder)).isEmpty();
        ToolkitFolder.write(folder, CudaRelease.CUDA_11_8, echo());
        assertThat(output(folder.resolve("bin/ptxas"))).endsWith("ptxas\n");
        try (var left = Files.list(folder.resolve("bin"))) {
            assertThat(left).hasSize(CudaTool.values().length);
        }
    }

    @Test
    void otherFoldersAndFilesAreLeftAlone() throws IOException {
        Files.createDirectories(folder);
        assertThat(ToolkitFolder.objection(folder)).isEmpty();

        var foreign = Files.writeString(folder.resolve("version.json"), "{\"cuda\": {}}");

        assertThat(ToolkitFolder.objection(folder))
                .contains(
                        folder
                                + " has other contents when it should be empty or a toolkit of this"
                                + " command");
        assertThat(ToolkitFolder.objection(foreign))
                .contains(foreign + " is a file when it should be a folder");
    }
}
