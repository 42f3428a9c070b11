package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.figures.Quantity;

/// Texels are read through the first-level cache, in sectors of 32 bytes. The texture's handle is
/// 1, the surface's 2; rows have 32 words, and lane `%r2` has coordinate `%f9`.
final class TexelTimingTest {

    private static final LaunchShape WARP = LaunchShape.of(1, 32);

    private static TimedKernel kernel(FilterMode filter, String loop) {
        return TimedKernel.of(
                        "h100",
                        4096,
                        """
                        mov.u64 %%rd4, 1;
                        mov.u64 %%rd5, 2;
                        cvt.rn.f32.u32 %%f9, %%r2;
                        mov.f32 %%f1, 0f00000000;
                        mov.f32 %%f8, 0f3F400000;
                        mov.u32 %%r8, 0;
                        mov.u32 %%r10, 0;
                        L:
                        %s
                        add.u32 %%r8, %%r8, 1;
                        setp.lt.u32 %%p1, %%r8, %%r1;
                        @%%p1 bra L;
                        """
                                .formatted(loop))
                .withTexels(filter);
    }

    private static double cycles(FilterMode filter, String loop) {
        return kernel(filter, loop).slope(WARP, 100, 200);
    }

    private static final String FETCHES = "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f1}];";

    private static final String SURFACE_LOADS = "suld.b.2d.b32.trap {%r10}, [%rd5, {%r10, %r10}];";

    /// Each access needs the result of the one before. Four texture units take eight cycles for the
    /// texels of 32 lanes, and one more cycle would be the next one's.
    @Test
    void aFetchThatHitsTakesTheCacheAndTheTextureUnits() {
        int latency = kernel(FilterMode.POINT, "").device().timing().value(Quantity.L1_LATENCY);

        assertThat(cycles(FilterMode.POINT, FETCHES)).isEqualTo(latency + 7);
        assertThat(cycles(FilterMode.POINT, SURFACE_LOADS)).isEqualTo(latency + 7);
        assertThat(cycles(FilterMode.LINEAR, FETCHES)).isEqualTo(latency + 7);
    }

    /// 32 warps hide the latency of the cache from each other.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POINT | tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8, %f8}]; | 8",
                "LINEAR | tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8, %f8}]; | 8",
                "LINEAR | tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8, %f8, %f8, %f8}]; | 16",
                "POINT | suld.b.2d.b32.zero {%r11}, [%rd5, {0, 0}]; | 8",
            })
    void textureUnitsFilterFourTexelsOfALaneAtATime(
            FilterMode filter, String instruction, double cycles) {
        double all = kernel(filter, instruction).slope(LaunchShape.of(1, 1024), 50, 100);

        assertThat(all / 32).isCloseTo(cycles, Percentage.withPercentage(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 32 words of a row are four sectors
                "POINT | tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f9}]; | 4 | 128",
                // a column has a sector in each row
                "POINT | tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8, %f9}]; | 32 | 128",
                // two texels for each lane
                "LINEAR | tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8}]; | 1 | 256",
                "LINEAR | tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f8, %f8}]; | 2 | 512",
                "POINT | suld.b.2d.b32.zero {%r10}, [%rd5, {-4, 0}]; | 0 | 0",
                "POINT | sust.b.2d.v4.b32.trap [%rd5, {16, 0}], {%r2, %r2, %r2, %r2}; | 1 | 512",
            })
    void theSectorsOfAllTexelsAreCounted(
            FilterMode filter, String instruction, long sectors, long bytes) {
        var statistics = kernel(filter, instruction).run(WARP, 10).statistics();

        assertThat(statistics.globalSectors()).isEqualTo(10 * sectors);
        assertThat(statistics.globalBytes()).isEqualTo(10 * bytes);
    }

    /// A trace with loads, fetches and stores between each other is replayed to its end.
    @Test
    void accessesOfAllKindsStayInOrder() {
        String loop =
                """
                ld.global.u32 %r9, [%rd2];
                tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd4, {%f9}];
                @%p2 tex.1d.v4.f32.f32 {%f5, %f6, %f7, %f7}, [%rd4, {%f9}];
                st.shared.u32 [s], %r9;
                suld.b.2d.b32.zero {%r10}, [%rd5, {4, 9999}];
                sust.b.2d.b32.trap [%rd5, {4, 3}], {%r9};
                ld.shared.u32 %r11, [s];
                """;
        var timing = kernel(FilterMode.LINEAR, "setp.gt.u32 %p2, %r2, 99;" + loop).run(WARP, 20);

        assertThat(timing.statistics().globalAccesses()).isEqualTo(20 * 3);
        assertThat(timing.cycles()).isGreaterThan(20 * 30);
    }
}
