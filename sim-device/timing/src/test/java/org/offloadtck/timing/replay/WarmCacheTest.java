package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.memory.SecondLevelCache;

/// What a launch finds in the second-level cache.
final class WarmCacheTest {

    private static final int MEBIBYTE = 1 << 20;

    private static final String READ =
            """
            add.u64 %rd4, %rd1, %rd3;
            ld.global.f32 %f1, [%rd4];
            setp.neu.f32 %p1, %f1, 0f7F800000;
            @%p1 ret;
            st.global.f32 [%rd2], %f1;
            """;

    private static final String WRITE =
            """
            add.u64 %rd4, %rd1, %rd3;
            st.global.f32 [%rd4], %f1;
            """;

    /// A thread for each word.
    private static LaunchShape words(int bytes) {
        return LaunchShape.of(bytes / Float.BYTES / 256, 256);
    }

    private static List<KernelTiming> twice(String body, int bytes, int threads) {
        var kernel = TimedKernel.of("t4", 2L * bytes, body);
        var cache = new SecondLevelCache(kernel.device());
        return IntStream.range(0, 2)
                .mapToObj(_ -> kernel.after(cache, words(bytes), 0, threads))
                .toList();
    }

    @Test
    void whatAnEarlierLaunchReadIsNotReadFromMemoryAgain() {
        var launches = twice(READ, MEBIBYTE, 1);

        assertThat(launches.getFirst().traffic().dramRead()).isEqualTo(MEBIBYTE);
        assertThat(launches.getLast().traffic().dramRead()).isZero();
        assertThat(launches.getLast().traffic().l2HitRate()).isEqualTo(1);
        assertThat(launches.getLast().traffic().l1Hit()).isZero();
        assertThat(launches.getLast().cycles()).isLessThan(launches.getFirst().cycles());
    }

    @Test
    void whatDoesNotFitTheCacheIsReadAgain() {
        var launches = twice(READ, 16 * MEBIBYTE, 1);

        assertThat(launches.getLast().traffic().dramRead()).isEqualTo(16L * MEBIBYTE);
        assertThat(launches.getLast().cycles())
                .isGreaterThanOrEqualTo(launches.getFirst().cycles());
    }

    @Test
    void linesThatAnEarlierLaunchWroteAreWrittenBackByTheNext() {
        var reader = TimedKernel.of("t4", 32L * MEBIBYTE, READ);
        var writer = TimedKernel.of("t4", 32L * MEBIBYTE, WRITE);
        var cache = new SecondLevelCache(reader.device());

        writer.after(cache, words(MEBIBYTE), 0, 1);
        var next = reader.after(cache, words(16 * MEBIBYTE), 0, 1);

        assertThat(next.traffic().dramWritten()).isEqualTo(MEBIBYTE);
        assertThat(next.traffic().dramRead()).isEqualTo(15L * MEBIBYTE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void theSameLaunchesTakeTheSameOnAnyNumberOfThreads(int threads) {
        assertThat(twice(READ, 2 * MEBIBYTE, threads)).isEqualTo(twice(READ, 2 * MEBIBYTE, 1));
    }

    @Test
    void aFillLeavesItsLines() {
        var kernel = TimedKernel.of("t4", 2L * MEBIBYTE, READ);
        var cache = new SecondLevelCache(kernel.device());

        cache.written(kernel.address(), MEBIBYTE);

        assertThat(kernel.after(cache, words(MEBIBYTE), 0, 1).traffic().dramRead()).isZero();
    }

    @Test
    void aFillLeavesTheSectorsThatItWrote() {
        var kernel = TimedKernel.of("t4", 2L * MEBIBYTE, READ);
        var cache = new SecondLevelCache(kernel.device());

        cache.written(kernel.address() + 32, 64);

        assertThat(kernel.after(cache, words(MEBIBYTE), 0, 1).traffic().dramRead())
                .isEqualTo(MEBIBYTE - 64);
    }

    @Test
    void aFillLargerThanTheCacheLeavesNothingElse() {
        var kernel = TimedKernel.of("t4", 64L * MEBIBYTE, READ);
        var cache = new SecondLevelCache(kernel.device());

        kernel.after(cache, words(MEBIBYTE), 0, 1);
        cache.written(kernel.address() + 32 * MEBIBYTE + 640, 16 * MEBIBYTE);

        var next = kernel.after(cache, words(MEBIBYTE), 0, 1).traffic();
        assertThat(next.dramRead()).isEqualTo(MEBIBYTE);
        assertThat(next.dramWritten()).isZero();
    }

    @Test
    void aLaunchWithoutEndLeavesAnEmptyCache() {
        var kernel = TimedKernel.of("t4", 2L * MEBIBYTE, READ);
        var cache = new SecondLevelCache(kernel.device());
        var cold = kernel.after(cache, words(MEBIBYTE), 0, 1);

        assertThat(kernel.abandoned(cache, words(MEBIBYTE))).isInstanceOf(Timing.Unknown.class);

        assertThat(kernel.after(cache, words(MEBIBYTE), 0, 1)).isEqualTo(cold);
    }
}
