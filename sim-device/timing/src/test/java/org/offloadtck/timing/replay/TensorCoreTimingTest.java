package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.offloadtck.engine.thread.LaunchShape;

/// A product of a CTA occupies a tensor unit, and its thread continues.
final class TensorCoreTimingTest {

    private static final LaunchShape WARP = LaunchShape.of(1, 32);

    /// Each round of `%r1` executes `WORK`.
    private static final String ROUNDS =
            """
            mov.u32 %r8, 0; mov.u32 %r9, 0x08020010; mov.b64 %rd8, 0x400000080000;
            tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [512], 32;
            ld.shared.u32 %r7, [512];
            setp.eq.u32 %p5, %r8, 0;
            NEXT:
            WORK
            add.u32 %r8, %r8, 1;
            setp.lt.u32 %p4, %r8, %r1;
            @%p4 bra NEXT;
            tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r7, 32;
            """;

    private static final String PRODUCT =
            "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd8, %r9, %p5;\n";

    /// 128 x 256 x 16 products at 4096 in a cycle, the rate of 16 bits that the row of
    /// `tensor_interval` states.
    private static final int CYCLES = 128;

    private static double perRound(String work) {
        return TimedKernel.of("b200", 4096, ROUNDS.replace("WORK", work)).slope(WARP, 10, 30);
    }

    @Test
    void productsTakeTheRateOfTheTensorUnits() {
        double eight = perRound(PRODUCT.repeat(9)) - perRound(PRODUCT);

        assertThat(eight).isCloseTo(8 * CYCLES, within(16.0));
    }

    @Test
    void theThreadContinues() {
        String sums = "add.u32 %r5, %r5, %r8;\n".repeat(20);

        assertThat(perRound(PRODUCT + sums)).isCloseTo(perRound(PRODUCT), within(2.0));
    }

    @Test
    void registersTakeACycleEach() {
        double one = perRound("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r7];\n");
        double four =
                perRound("tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r5, %r6, %r10, %r11}, [%r7];\n");

        assertThat(four).isGreaterThan(one);
    }
}
