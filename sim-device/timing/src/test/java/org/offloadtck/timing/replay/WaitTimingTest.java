package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.thread.LaunchShape;

/// What a warp waits for beside operands, units and barriers of its CTA: sleeps, fences, and the
/// half of the second-level cache that an atomic happens in. `InstructionCostsTest` compares them
/// and calls of the heap with an H100.
final class WaitTimingTest {

    private static final LaunchShape ONE_WARP = LaunchShape.of(1, 32);

    /// Cycles of a nanosecond at 1980 MHz.
    private static final double CYCLES = 1.98;

    private static long cycles(String device, String body) {
        return TimedKernel.of(device, 1 << 16, body).run(ONE_WARP, 100).cycles();
    }

    private static double perRepetition(String device, String lines) {
        long few = cycles(device, lines.repeat(10));
        return (cycles(device, lines.repeat(110)) - few) / 100.0;
    }

    /// A warp sleeps until a tick of 32 ns; `%r1` is 100.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nanosleep.u32 1; | 32",
                "nanosleep.u32 31; | 32",
                "nanosleep.u32 64; | 64",
                "nanosleep.u32 65; | 96",
                "nanosleep.u32 %r1; | 128",
                // the thread that sleeps longest, for at most a millisecond
                "mul.lo.u32 %r10,%r2,100; nanosleep.u32 %r10; | 3104",
                "mov.u32 %r10,-1; nanosleep.u32 %r10; | 1000000",
                // of threads whose guard holds
                "setp.lt.u32 %p1,%r2,4; mul.lo.u32 %r10,%r2,100; @%p1 nanosleep.u32 %r10; | 320",
            })
    void aWarpSleepsUntilATick(String lines, double nanoseconds) {
        assertThat(perRepetition("h100", lines + '\n') / CYCLES)
                .isCloseTo(nanoseconds, within(0.02 * nanoseconds + 0.5));
    }

    @ParameterizedTest
    @CsvSource({"membar.cta;, 9", "membar.gl;, 672", "membar.sys;, 1397", "fence.sc.gpu;, 672"})
    void aFenceHoldsTheWarp(String fence, double cycles) {
        assertThat(perRepetition("h100", fence + '\n')).isEqualTo(cycles);
    }

    /// Of consecutive lines, one half is near to a multiprocessor and the other half far.
    @Test
    void anAtomicTakesLongerInTheFarHalf() {
        assertThat(atomic("h100", 128) - atomic("h100", 0)).isEqualTo(520 - 276);
        assertThat(atomic("t4", 128)).isEqualTo(atomic("t4", 0));
    }

    private static double atomic(String device, int offset) {
        return perRepetition(
                device,
                """
                atom.global.add.u32 %%r9, [%%rd1+%d], 0;
                cvt.u64.u32 %%rd9, %%r9;
                add.u64 %%rd1, %%rd1, %%rd9;
                """
                        .formatted(offset));
    }
}
