package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.thread.LaunchShape;

/// A product of a warpgroup occupies the tensor units of its warps, which continue.
final class WarpgroupTimingTest {

    private static final LaunchShape WARPGROUP = LaunchShape.of(1, 128);

    /// Each round of `%r1` multiplies and does other work, as `WORK` says.
    private static final String ROUNDS =
            """
            mov.u32 %r8, 0;
            mov.b64 %rd8, 0x1000080000; mov.b64 %rd9, 0x1000080080;
            setp.eq.u32 %p5, %r8, 0; mov.u32 %r9, 0x44444444;
            NEXT:
            wgmma.fence.sync.aligned;
            WORK
            wgmma.commit_group.sync.aligned;
            wgmma.wait_group.sync.aligned 0;
            add.u32 %r8, %r8, 1;
            setp.lt.u32 %p4, %r8, %r1;
            @%p4 bra NEXT;
            """;

    /// A product of 64 columns takes each of four tensor units 64 * 64 * 16 / 2048 cycles (H100
    /// white paper: 2048 products of 16 bits in a cycle).
    private static final int CYCLES = 32;

    private static String product(int columns, String types, int k, String settings) {
        var d =
                IntStream.range(0, columns / 2)
                        .mapToObj(i -> "%f" + (i + 1))
                        .collect(Collectors.joining(", ", "{", "}"));
        return "wgmma.mma_async.sync.aligned.m64n%dk%d.%s %s, %%rd8, %%rd9, %%p5%s;\n"
                .formatted(columns, k, types, d, settings);
    }

    private static final String PRODUCT = product(64, "f32.f16.f16", 16, ", 1, 1, 0, 0");

    private static double perRound(String work) {
        return TimedKernel.of("h200", 4096, ROUNDS.replace("WORK", work)).slope(WARPGROUP, 10, 30);
    }

    private static double of(String products) {
        return perRound(products.repeat(9)) - perRound(products);
    }

    @Test
    void productsTakeTheRateOfTheTensorUnits() {
        assertThat(of(PRODUCT)).isCloseTo(8 * CYCLES, within(8.0));
    }

    @Test
    void halfTheColumnsTakeHalfTheTime() {
        String half = product(32, "f32.f16.f16", 16, ", 1, 1, 0, 0");

        assertThat(of(half)).isCloseTo(4 * CYCLES, within(8.0));
    }

    @Test
    void eightBitsHaveTwiceTheProductsInTheSameTime() {
        assertThat(of(product(64, "f32.e4m3.e4m3", 32, ", 1, 1")))
                .isCloseTo(8 * CYCLES, within(8.0));
    }

    @Test
    void sparseProductsHaveTwiceTheProductsInTheSameTime() {
        String sparse =
                product(64, "f32.f16.f16", 32, ", 1, 1, 0, 0")
                        .replace("async.sync", "async.sp.sync")
                        .replace("%p5", "%r9, 0, %p5");

        assertThat(of(sparse)).isCloseTo(8 * CYCLES, within(8.0));
    }

    @Test
    void sparseProductsOfAWarpTakeTheTimeOfHalfTheColumns() {
        String dense =
                "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3},"
                        + " {%r4}, {%f5, %f6, %f7, %f8};\n";
        String sparse =
                dense.replace("mma.sync", "mma.sp::ordered_metadata.sync")
                        .replace("k8", "k16")
                        .replace("{%r4}", "{%r4, %r5}")
                        .replace(";", ", %r9, 0;");

        assertThat(of(sparse)).isCloseTo(of(dense), within(0.5));
        assertThat(of(sparse))
                .isLessThan(
                        of(
                                dense.replace("k8", "k16")
                                        .replace("{%r2, %r3}", "{%r2, %r3, %r2, %r3}")
                                        .replace("{%r4}", "{%r4, %r5}")));
    }

    /// Arithmetic that does not need the result is executed meanwhile.
    @Test
    void workBesideAProductIsHidden() {
        String work = "fma.rn.f32 %f39, %f39, %f38, %f39;\n".repeat(6);
        double alone = perRound(PRODUCT.repeat(8));
        double both = perRound((PRODUCT + work).repeat(8));

        assertThat(both).isCloseTo(alone, within(24.0));
    }

    @Test
    void aUseOfTheResultWaits() {
        String use = "fma.rn.f32 %f39, %f1, %f38, %f39;\n";

        assertThat(perRound(PRODUCT + use.repeat(2)))
                .isGreaterThan(perRound(use.repeat(2)) + CYCLES / 2.0);
    }
}
