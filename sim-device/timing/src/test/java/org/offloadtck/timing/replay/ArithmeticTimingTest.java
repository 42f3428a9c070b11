package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.thread.LaunchShape;

/// Arithmetic whose cycles can be counted by hand from the figures of `timing.csv`.
final class ArithmeticTimingTest {

    private static final LaunchShape ONE_WARP = LaunchShape.of(1, 32);

    private static long cycles(String device, String lines, int times, LaunchShape shape) {
        var body = lines.repeat(times);
        return TimedKernel.of(device, 4096, body).run(shape, 0).cycles();
    }

    /// What a repetition takes, once the start of the kernel is taken off.
    private static double perRepetition(String device, String lines, LaunchShape shape) {
        long few = cycles(device, lines, 10, shape);
        return (cycles(device, lines, 110, shape) - few) / 100.0;
    }

    private static String independent(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "fma.rn.f32 %%f%d, %%f30, %%f31, %%f%d;\n".formatted(i, i))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource({"t4, 4", "a100, 4", "h200, 4"})
    void aChainOfProductsAndSumsTakesTheLatencyOfEach(String device, int latency) {
        assertThat(perRepetition(device, "fma.rn.f32 %f1, %f1, %f2, %f1;\n", ONE_WARP))
                .isEqualTo(latency);
    }

    @ParameterizedTest
    @CsvSource({"t4, 2", "a100, 2", "h200, 1"})
    void independentProductsAndSumsTakeWhatTheUnitTakes(String device, int interval) {
        assertThat(perRepetition(device, independent(8), ONE_WARP) / 8).isEqualTo(interval);
    }

    @ParameterizedTest
    @CsvSource({"1, 4.0", "2, 2.0", "4, 2.0"})
    void warpsOfASchedulerHideLatencyUntilTheUnitIsFull(int warps, double expected) {
        var shape = LaunchShape.of(1, 4 * 32 * warps);

        double all = perRepetition("t4", "fma.rn.f32 %f1, %f1, %f2, %f1;\n", shape);

        assertThat(all / warps).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"t4", "h200"})
    void floatingPointAndIntegersIssueSideBySide(String device) {
        var both = "fma.rn.f32 %f1, %f1, %f2, %f1;\nadd.u32 %r10, %r10, %r11;\n";

        assertThat(perRepetition(device, both, ONE_WARP)).isEqualTo(4);
    }

    /// A T4 has two lanes of 64 bits in a multiprocessor (`double_schedulers` of `timing.csv`): a
    /// warp takes 16 cycles of them, and four schedulers share them.
    @ParameterizedTest
    @CsvSource({"t4, 1, 45", "t4, 2, 45", "t4, 4, 64", "a100, 1, 8", "a100, 4, 8", "h200, 4, 8"})
    void aChainOfDoublesWaitsForItsLatencyOrForTheSharedUnit(
            String device, int warps, int expected) {
        var shape = LaunchShape.of(1, 32 * warps);

        assertThat(perRepetition(device, "fma.rn.f64 %d1, %d1, %d2, %d1;\n", shape))
                .isEqualTo(expected);
    }
}
