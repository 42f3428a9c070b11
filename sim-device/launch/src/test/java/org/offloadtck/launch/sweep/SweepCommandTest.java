package org.offloadtck.launch.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.command.ExitCode;
import picocli.CommandLine;

class SweepCommandTest {

    private static final String KERNELS =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry copy(.param .u64 from, .param .u64 to)
            {
            .reg .b32 %r<4>; .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [from];
            ld.param.u64 %rd2, [to];
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %tid.x;
            mad.lo.u32 %r1, %r1, 64, %r2;
            mul.wide.u32 %rd3, %r1, 4;
            add.u64 %rd1, %rd1, %rd3;
            add.u64 %rd2, %rd2, %rd3;
            ld.global.u32 %r3, [%rd1];
            st.global.u32 [%rd2], %r3;
            ret;
            }
            .visible .entry nothing()
            {
            ret;
            }
            """;

    private static final String SWEEP =
            """
            device: h100
            vary:
              multiprocessors: [1, 132]
              dram_bandwidth: [1000000, 3000000]
              clock_kilohertz: [1000000, 1980000]
            programs:
              - name: copies, many
                files: [kernels.ptx]
                kernel: copy
                grid: 300
                block: 64
                arguments: ["u32[19200]:seed=1", "u32[19200]"]
              - files: [kernels.ptx]
                kernel: nothing
                grid: "2,2"
                block: "8,8,1"
            """;

    @TempDir private Path folder = Path.of("");

    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("kernels.ptx"), KERNELS);
        Files.writeString(folder.resolve("sweep.yaml"), SWEEP);
    }

    private int sweep(String... options) {
        var words = new ArrayList<>(List.of(folder.resolve("sweep.yaml").toString()));
        words.addAll(List.of(options));
        return new CommandLine(new SweepCommand())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(errors, true))
                .execute(words.toArray(String[]::new));
    }

    private String csv(String... options) throws IOException {
        var file = folder.resolve("cells.csv");
        var words = new ArrayList<>(List.of("--csv", file.toString()));
        words.addAll(List.of(options));
        assertThat(sweep(words.toArray(String[]::new))).as(errors.toString()).isZero();
        return Files.readString(file);
    }

    @Test
    void timesEveryProgramOnEveryVariant() throws IOException {
        var lines = csv().lines().toList();

        assertThat(lines).hasSize(1 + 2 * 8);
        assertThat(lines.getFirst())
                .isEqualTo(
                        "program,multiprocessors,dram_bandwidth,clock_kilohertz,cycles,cycles_error,nanoseconds,ratio");
        assertThat(lines.get(1)).startsWith("\"copies, many\",1,1000000,1000000,");
        assertThat(lines.get(8)).startsWith("\"copies, many\",132,3000000,1980000,");
        assertThat(lines.get(9)).startsWith("nothing,1,1000000,1000000,");
        assertThat(ratio(lines.get(1))).isGreaterThan(2);
        assertThat(printed.toString())
                .contains(
                        "copies, many on h100: ",
                        "  multiprocessors  dram_bandwidth",
                        "nothing on h100");
    }

    private static double ratio(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16, 20})
    void shardsAreTheWholeInAnyNumber(int count) throws IOException {
        var whole = csv("--jobs=1");
        var parts = new StringBuilder();
        for (int i = 0; i < count; i++) {
            parts.append(csv("--shard=%d/%d".formatted(i, count), "--jobs=2"));
        }

        assertThat(parts.toString()).isEqualTo(whole);
    }

    @Test
    void drawsABoxForEachCell() throws Exception {
        var file = folder.resolve("map.svg");

        assertThat(sweep("--svg", file.toString())).isZero();

        var picture =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(
                                new ByteArrayInputStream(
                                        Files.readString(file).getBytes(StandardCharsets.UTF_8)));
        assertThat(picture.getElementsByTagName("g").getLength()).isEqualTo(16);
        assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
                .startsWith(
                        "copies, many, multiprocessors 1, dram_bandwidth 1000000, clock_kilohertz 1000000: ");
    }

    @Test
    void aProgramThatFaultsDoesNotStopTheOthers() throws IOException {
        Files.writeString(
                folder.resolve("sweep.yaml"), SWEEP.replace("u32[19200]\"]", "u32[8]\"]"));

        assertThat(sweep()).isEqualTo(ExitCode.UNEXPECTED);

        assertThat(printed.toString())
                .contains("copies, many on h100: ", "store of 4 bytes", "nothing on h100: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device: h100|device: h101|sweep.yaml: line 1: device is 'h101' when it should be one of t4,",
                "multiprocessors: [1, 132]|multiprocessors: [0]|multiprocessors is 0 when it should be from 1 to 4096",
                "multiprocessors: [1, 132]|l1_bytes: [4096]|l1_bytes is 4096 when it should be from",
                "multiprocessors: [1, 132]|multiprocessors: []|has 0 values of multiprocessors when",
                "multiprocessors: [1, 132]|multiprocessors: [a]|when it should be a list of whole numbers",
                "multiprocessors: [1, 132]|warp_threads: [64]|'warp_threads' is no figure that a sweep varies",
                "name: copies, many|name: nothing|two programs are 'nothing' when names should differ",
                "grid: 300|grid: -1|programs[0].grid is '-1'",
                "grid: 300|grids: 300|grid is missing",
                "seed=1|sead=1|programs[0].arguments[0] is 'u32[19200]:sead=1' when",
                "files: [kernels.ptx]|files: [none.ptx]|none.ptx",
            })
    void whatIsWrongIsNamed(String right, String wrong, String message) throws IOException {
        Files.writeString(folder.resolve("sweep.yaml"), SWEEP.replace(right, wrong));

        var line =
                new CommandLine(new SweepCommand())
                        .setErr(new PrintWriter(errors, true))
                        .setExecutionExceptionHandler((fault, _, _) -> {
                            errors.append(fault.getMessage());
                            return ExitCode.USAGE;
                        });

        assertThat(line.execute(folder.resolve("sweep.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2/2", "-1/2", "0/0", "1", "1/", "a/b", "1/99999999999"})
    void aShardIsOneOfSome(String shard) {
        assertThat(sweep("--shard", shard)).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains("--shard is '%s' when".formatted(shard));
    }

    /// A file that was cut anywhere is refused, or is a sweep of fewer programs.
    @Test
    void aCutFileIsRefusedOrShorter() throws IOException {
        for (int length = 0; length < SWEEP.length(); length += 7) {
            Files.writeString(folder.resolve("sweep.yaml"), SWEEP.substring(0, length));

            assertThat(sweep())
                    .as("%d characters", length)
                    .isIn(ExitCode.OK, ExitCode.UNEXPECTED, ExitCode.USAGE);
        }
        assertThat(errors.toString()).doesNotContain("\tat ");
    }
}
