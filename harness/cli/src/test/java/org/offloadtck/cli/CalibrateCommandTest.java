package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.emulation.command.SimulatedPlatform;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

class CalibrateCommandTest {

    private static final String HEADER =
            """
            # device: NVIDIA T4
            # driver: 1
            # clocks: 1590 MHz measured, stable: 0.3 % of change in the last 10 of 44 launches
            # date: 2026-01-01
            experiment,size,timekeeper,value,deviation,launches,unit
            """;

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int calibrate(String... options) {
        var arguments = new ArrayList<>(List.of("calibrate", "--model", "t4", "--sizes", "small"));
        arguments.addAll(List.of(options));
        return kit.execute(arguments.toArray(String[]::new));
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("points.csv"), text).toString();
    }

    @Test
    void withoutAGpuItSaysWhatIsMissingInALine() {
        assumeTrue(
                DevicePlugin.installed().stream()
                        .filter(plugin -> plugin.name().equals("cuda"))
                        .anyMatch(plugin -> plugin.discover() instanceof Discovery.Absent),
                "an NVIDIA GPU is here");

        assertThat(calibrate()).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith("offload-tck calibrate: there is no CUDA driver")
                .hasLineCount(1);
    }

    @Test
    void figuresThatWereKeptAreComparedWithoutAGpu() throws IOException {
        var kept =
                file(
                        HEADER
                                + "fma_chain,51,kernel,1000,2,15,cycles\n"
                                + "nothing,1,events,3394,400,15,ns\n");

        assertThat(calibrate("--measured", kept)).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .startsWith(
                        "model t4 against NVIDIA T4 (1, 2026-01-01)\nclocks: 1590 MHz measured, ")
                .containsPattern("fma_chain +51 +1000 cycles +2000 +100.0 %  0.2 % of 15\n")
                .containsPattern("nothing +1 +3394 ns .*  11.8 % of 15, unsteady: in no fit\n")
                .containsPattern("held out +1 ")
                .containsPattern("unsteady +1 ")
                .containsPattern("all +2 ")
                .contains("no figure was fitted");
    }

    @Test
    void whatIsNoFigureIsRefusedInALine() throws IOException {
        assertThat(calibrate("--measured", file(HEADER + "fma_chain,many\n")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(calibrate("--measured", file("cycles\n"))).isEqualTo(ExitCode.USAGE);
        assertThat(calibrate("--measured", file(HEADER + "tea,1,events,5,0,15,ns\n")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(calibrate("--experiment", "tea", "--measured", file(HEADER)))
                .isEqualTo(ExitCode.USAGE);
        assertThat(calibrate("--measured", file(HEADER))).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains("points.csv:6: 'fma_chain,many' is not a row of experiment,size,")
                .contains("no line is 'experiment,size,")
                .contains("there is no experiment 'tea'")
                .contains("points.csv:5: no row is after this when one should be")
                .hasLineCount(5);
    }

    /// All the way through JCuda and the driver's calls, on a device that is not as its tables say:
    /// the fit finds out how. The driver's overhead of a command, 1000 cycles, is taken for the
    /// launch's.
    @Test
    void itFitsTheModelToWhatItMeasuresThroughTheDriverAGpuHas() throws Exception {
        var platform = new SimulatedPlatform();
        assumeTrue(platform.obstacle().isEmpty(), "there is no emulated driver");
        var kept = folder.resolve("kept.csv");
        var process =
                new ProcessBuilder(fitting(platform, kept))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();

        String printed = process.inputReader().readAllAsString();

        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed)
                .contains("model t4 against Simulated NVIDIA T4")
                .contains("these are measurements of a simulator, not of hardware");
        assertThat(kept)
                .content()
                .startsWith("# device: Simulated NVIDIA T4\n")
                .contains("# clocks: not measured, stable: 1.0 % of change in the last 10 of 10 ")
                .containsPattern("shared_1,51,events,\\d+,0,1,ns")
                .doesNotContain("kernel");
        assertThat(fitted(printed, "dram_latency")).isEqualTo(309);
        assertThat(fitted(printed, "shared_latency")).isEqualTo(28);
        assertThat(fitted(printed, "kernel_launch")).isBetween(4590L, 4610L);
        var errors = heldOutErrors(printed);
        assertThat(errors).hasSize(2);
        assertThat(errors.getFirst()).isGreaterThan(3);
        assertThat(errors.getLast()).isLessThan(0.5);
    }

    /// A fit of three experiments, with an emulated driver whose device has other figures.
    private static List<String> fitting(SimulatedPlatform platform, Path kept) {
        var figures = List.of("dram_latency=309", "shared_latency=28", "kernel_launch=3600");
        var options =
                Stream.concat(Stream.of("--timing"), figures.stream().map("--figure="::concat));
        var words = new ArrayList<>(platform.launcher(options.toList()));
        words.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OffloadTck.class.getName(),
                        "calibrate",
                        "--model=t4",
                        "--fit",
                        "--sizes=small",
                        "--experiment=nothing",
                        "--experiment=chase_dram",
                        "--experiment=shared_1",
                        "--out=" + kept));
        return words;
    }

    private static long fitted(String printed, String figure) {
        var row = Pattern.compile(figure + " +\\d+ +(\\d+) ").matcher(printed);
        assertThat(row.find()).as("%s in %s", figure, printed).isTrue();
        return Long.parseLong(row.group(1));
    }

    /// Mean errors of the points a fit does not see, in percent: before, then after.
    private static List<Double> heldOutErrors(String printed) {
        return Pattern.compile("held out +\\d+ +([0-9.]+) %")
                .matcher(printed)
                .results()
                .map(row -> Double.parseDouble(row.group(1)))
                .toList();
    }
}
