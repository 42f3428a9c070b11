package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// Which warps and lanes compute a product of a warpgroup, and how sums are rounded: all elements
/// of a factor are equal.
final class WarpgroupExecutionTest {

    private static final String HALVES = "m64n8k16.f32.f16.f16";

    /// The second factor is in the first 256 bytes of shared memory, 8 columns of 32 bytes. `%r1`
    /// holds elements of the first factor, `%r10` to `%r13` those of the result.
    private static final String BEGIN =
            """
            mov.u32 %r2, s;
            shl.b32 %r3, %r0, 2;
            add.u32 %r2, %r2, %r3;
            setp.lt.u32 %p1, %r0, 64;
            mov.u32 %r1, FIRST;
            @%p1 st.shared.u32 [%r2], SECOND;
            mov.b64 %rd4, 0x1000080000;
            setp.ne.u32 %p2, 1, 0;
            mov.u32 %r10, SUM; mov.u32 %r11, SUM; mov.u32 %r12, SUM; mov.u32 %r13, SUM;
            fence.proxy.async;
            bar.sync 0;
            """;

    private static final String END =
            """
            wgmma.commit_group.sync.aligned;
            wgmma.wait_group.sync.aligned 0;
            st.global.u32 [%rd0], %r10;
            """;

    private static String product(String form, String first, String signs) {
        return "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.%s {%%r10, %%r11, %%r12, %%r13}, %s, %%rd4, %%p2%s;\n"
                .formatted(form, first, signs);
    }

    private static final String REGISTERS = "{%r1, %r1, %r1, %r1}";
    private static final String PRODUCT = product(HALVES, REGISTERS, ", 1, 1, 0");

    private static TestDevice machine(String first, String second, String sum, String body) {
        return TestDevice.of(
                "wgmma.ptx",
                TestDevice.kernel(
                                ".shared .align 1024 .b8 s[4096];",
                                BEGIN.replace("FIRST", first)
                                                .replace("SECOND", second)
                                                .replace("SUM", sum)
                                        + body
                                        + END)
                        .replace(".version 7.0\n.target sm_75", ".version 8.0\n.target sm_90a"));
    }

    /// Factors of 1.
    private static TestDevice ones(String body) {
        return machine("0x3c003c00", "0x3c003c00", "0", body);
    }

    /// Sums of 1 and 16 products of 2⁻²⁶, 16 products of 2⁻¹⁵, 32 products of 2⁻¹⁴ and 32 products
    /// of 2⁻¹³.
    @ParameterizedTest
    @CsvSource({
        "m64n8k16.f32.f16.f16, 0x08000800, 0x08000800, ', 1, 1, 0', 0x3f800000",
        "m64n8k16.f32.f16.f16, 0x20002000, 0x1c001c00, ', 1, 1, 0', 0x3f801000",
        "m64n8k32.f32.e4m3.e4m3, 0x04040404, 0x04040404, ', 1, 1', 0x3f800000",
        "m64n8k32.f32.e4m3.e4m3, 0x08080808, 0x04040404, ', 1, 1', 0x3f808000",
    })
    void bitsBelowThePrecisionOfASumAreCut(
            String form, String first, String second, String signs, int expected) {
        var machine = machine(first, second, "0x3f800000", product(form, REGISTERS, signs));

        assertThat(machine.words(128)).containsOnly(expected);
    }

    /// A sum of `.f16` that vanishes has no sign: 16 products of -2⁻³⁷.
    @Test
    void aSumOfHalvesIsRoundedOnce() {
        String product =
                product("m64n8k16.f16.f16.f16", REGISTERS, ", 1, 1, 0")
                        .replace(", %r12, %r13}", "}");

        assertThat(machine("0x08000800", "0x80018001", "0", product).words(128)).containsOnly(0);
    }

    @ParameterizedTest
    @CsvSource({".satfinite, 0x7fffffff", "'', -2147483617"})
    void aSumOfIntegersIsClampedIfTheInstructionSaysSo(String modifier, int expected) {
        String product = product("m64n8k32.s32.s8.s8" + modifier, REGISTERS, "");

        assertThat(machine("0x01010101", "0x01010101", "0x7fffffff", product).words(128))
                .containsOnly(expected);
    }

    /// The first factor of the second warpgroup is 2.
    @Test
    void eachWarpgroupHasAProductOfItsOwn() {
        String change = "setp.ge.u32 %p3, %r0, 128; @%p3 mov.u32 %r1, 0x40004000; ";
        int[] words = ones(change + PRODUCT).words(256);

        assertThat(Arrays.copyOf(words, 128)).containsOnly(bits(16));
        assertThat(Arrays.copyOfRange(words, 128, 256)).containsOnly(bits(32));
    }

    private static int bits(float number) {
        return Float.floatToRawIntBits(number);
    }

    /// The rows of the first factor, at 1024, are 1 to 4 for the warps of each warpgroup.
    @Test
    void aWarpReadsTheRowsOfItsPlaceInTheWarpgroup() {
        String rows =
                """
                shl.b32 %r3, %r0, 3;
                mov.u32 %r2, s;
                add.u32 %r2, %r2, %r3;
                shr.u32 %r4, %r0, 6;
                add.u32 %r4, %r4, 1;
                cvt.rn.f16.u32 %h1, %r4;
                mov.b32 %r5, {%h1, %h1};
                st.shared.u32 [%r2+1024], %r5;
                st.shared.u32 [%r2+1028], %r5;
                fence.proxy.async;
                bar.sync 0;
                mov.b64 %rd3, 0x1000080040;
                """;
        int[] words = ones(rows + product(HALVES, "%rd3", ", 1, 1, 0, 0")).words(256);

        for (int thread = 0; thread < words.length; thread++) {
            assertThat(words[thread]).isEqualTo(bits(16 * (thread / 32 % 4 + 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%laneid", "%warpid"})
    void lanesAndWarpsMayArriveOneAfterTheOther(String late) {
        String delay =
                "mov.u32 %r4, "
                        + late
                        + "; setp.lt.u32 %p3, %r4, 2; @%p3 bra X; mov.u32 %r5, 0;"
                        + " L: add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, %r4; @%p4 bra L; X: ";

        assertThat(ones(delay + PRODUCT).words(128)).containsOnly(bits(16));
    }

    private static KernelFaultException fault(String body, int threads) {
        return catchThrowableOfType(KernelFaultException.class, () -> ones(body).words(threads));
    }

    /// Threads 16 to 31 wait for a store that never comes.
    @Test
    void aProductWaitsForAllLanes() {
        String body =
                "sub.u32 %r4, %r0, 16; setp.lt.u32 %p3, %r4, 16; @%p3 bra W; "
                        + PRODUCT
                        + "bra Y; W: ld.volatile.shared.u32 %r5, [s+512]; setp.eq.u32 %p4, %r5, 0;"
                        + " @%p4 bra W; Y: ";

        assertThat(fault(body, 128).kind()).isEqualTo(FaultKind.DEADLOCK);
    }

    @Test
    void theLastWarpgroupNeedsFourWarps() {
        var fault = fault(PRODUCT, 192);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
        assertThat(fault)
                .hasMessageContaining("product of a warpgroup of 2 warps when it should have 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ge", "lt"})
    void warpsAtDifferentProductsAreAFault(String comparison) {
        String body =
                "setp.%s.u32 %%p3, %%r0, 64; @%%p3 bra X;%sbra Y; X: %sY:"
                        .formatted(comparison, PRODUCT, PRODUCT);
        var fault = fault(body, 128);

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_BARRIER);
        assertThat(fault)
                .hasMessageContaining("warps of a warpgroup are at different products of matrices");
    }
}
