package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Forms that few compilers write: vectors of registers, sums as operands, predicates as
/// parameters, cache policies, `cvt.pack`.
final class RareFormsTest {

    private static int[] words(String before, String body, int threads) {
        return TestDevice.of("r.ptx", TestDevice.kernel(before, body)).words(threads);
    }

    @Test
    void aVectorIsReadBeforeItIsWritten() {
        int[] out =
                words(
                        "",
                        """
                        .reg .v2 .b32 %a; .reg .v4 .u32 %t;
                        mov.v4.u32 %t, %tid;
                        mov.v2.b32 %a, {%t.x, 100};
                        mov.v2.b32 %a, {%a.y, %a.x};
                        mad.lo.u32 %r1, %a.x, 1000, %a.y;
                        st.global.u32 [%rd0], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(100_000, 100_001, 100_002);
    }

    @Test
    void anOperandMayBeASum() {
        int[] out =
                words(
                        "",
                        """
                        add.u32 %r1, %r0+5, %r0-2;
                        mov.u64 %rd1, %rd0+4;
                        st.global.u32 [%rd1+4+-8], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(3, 5, 7);
    }

    @Test
    void aPredicateIsAParameterAndAResult() {
        int[] out =
                words(
                        ".func (.reg .pred r) f(.reg .pred p) { not.pred r, p; ret; }",
                        """
                        setp.eq.u32 %p1, %r0, 1;
                        call (%p2), f, (%p1);
                        selp.u32 %r1, 7, 8, %p2;
                        st.global.u32 [%rd0], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(7, 8, 7);
    }

    @Test
    void vectorsAreParametersArgumentsAndResults() {
        int[] out =
                words(
                        """
                        .func (.reg .v2 .u32 r) f(.reg .v4 .u32 p, .reg .u32 s) {
                        mad.lo.u32 r.x, p.x, s, p.y;
                        mad.lo.u32 r.y, p.z, s, p.w;
                        ret;
                        }
                        """,
                        """
                        .reg .v2 .u32 %a; .reg .v4 .u32 %b;
                        mov.v4.u32 %b, {%r0, 1, 2, 3};
                        call (%a), f, (%b, 10);
                        mad.lo.u32 %r1, %a.x, 1000, %a.y;
                        st.global.u32 [%rd0], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(1_023, 11_023, 21_023);
    }

    @Test
    void vectorsArePassedThroughAPointerWithAGuard() {
        int[] out =
                words(
                        """
                        .func (.reg .v2 .b64 r) swap(.reg .v2 .b64 p) {
                        mov.b64 r.x, p.y;
                        mov.b64 r.y, p.x;
                        }
                        """,
                        """
                        .reg .b64 %f; .reg .v2 .b64 %a;
                        cvt.u64.u32 %rd1, %r0;
                        mov.v2.b64 %a, {%rd1, 7};
                        mov.u64 %f, swap;
                        setp.ne.u32 %p1, %r0, 1;
                        prototype: .callprototype (.reg .v2 .b64 _) _ (.reg .v2 .b64 _);
                        @%p1 call ({%rd2, _}), %f, (%a), prototype;
                        @!%p1 mov.b64 %rd2, 99;
                        cvt.u32.u64 %r1, %rd2;
                        st.global.u32 [%rd0], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(7, 99, 7);
    }

    @Test
    void aVectorParameterIsNotTheRegisterOfItsNameInAnInnerScope() {
        int[] out =
                words(
                        """
                        .func (.reg .u32 r) f(.reg .v2 .u32 p) {
                        { .reg .v2 .u32 p; mov.v2.u32 p, {50, 60}; add.u32 r, p.x, p.y; }
                        add.u32 r, r, p.x;
                        }
                        """,
                        """
                        .reg .v2 .u32 %a;
                        mov.v2.u32 %a, {%r0, 5};
                        call (%r1), f, (%a);
                        st.global.u32 [%rd0], %r1;
                        """,
                        3);

        assertThat(out).containsExactly(110, 111, 112);
    }

    @Test
    void accessesWithAPolicyMoveTheSameData() {
        int[] out =
                words(
                        "",
                        """
                        createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0;
                        st.global.L2::cache_hint.u32 [%rd0], %r0, %rd1;
                        ld.global.L1::evict_last.L2::cache_hint.u32 %r1, [%rd0], %rd1;
                        atom.global.add.L2::cache_hint.u32 %r2, [%rd0], 10, %rd1;
                        add.u32 %r1, %r1, %r2;
                        red.global.add.L2::cache_hint.u32 [%rd0], %r1, %rd1;
                        applypriority.global.L2::evict_normal [%rd0], 128;
                        """,
                        3);

        assertThat(out).containsExactly(10, 13, 16);
    }

    /// The saturation by comparison with the ends of the range, and bits by arithmetic.
    @ParameterizedTest
    @CsvSource({
        "u16, -1, 0",
        "s16, -1, 0",
        "u8, .b32, 1",
        "s8, .b32, 1",
        "u4, .b32, 1",
        "s4, .b32, 1",
        "u2, .b32, 1",
        "s2, .b32, 1",
    })
    void packedIntegersAreSaturated(String type, String suffix, int operands) {
        int bits = Integer.parseInt(type.substring(1));
        var device =
                TestDevice.of(
                        "p.ptx",
                        TestDevice.kernel(
                                "",
                                """
                                mul.wide.u32 %%rd1, %%r0, 12;
                                mul.wide.u32 %%rd2, %%r0, 4;
                                sub.u64 %%rd3, %%rd0, %%rd2;
                                add.u64 %%rd3, %%rd3, %%rd1;
                                ld.global.u32 %%r1, [%%rd3];
                                ld.global.u32 %%r2, [%%rd3+4];
                                ld.global.u32 %%r3, [%%rd3+8];
                                cvt.pack.sat.%s.s32%s %%r4, %%r1, %%r2%s;
                                st.global.u32 [%%rd3], %%r4;
                                """
                                        .formatted(
                                                type,
                                                operands == 0 ? "" : suffix,
                                                operands == 0 ? "" : ", %r3")));
        var buffer = device.allocate("p", 12 * 64L);
        var random = new Random(5);
        int[] in = random.ints(3 * 64).map(i -> i >> random.nextInt(32)).toArray();
        device.at(buffer).asIntBuffer().put(in);

        device.launch(device.kernel(), LaunchShape.of(1, 64), buffer);

        int[] out = device.ints(buffer);
        for (int i = 0; i < 64; i++) {
            var c = operands == 0 ? BigInteger.ZERO : BigInteger.valueOf(in[3 * i + 2]);
            var expected =
                    c.shiftLeft(bits)
                            .add(saturated(type, bits, in[3 * i]))
                            .shiftLeft(bits)
                            .add(saturated(type, bits, in[3 * i + 1]));
            assertThat(out[3 * i]).isEqualTo(expected.intValue());
        }
    }

    private static BigInteger saturated(String type, int bits, int value) {
        var modulus = BigInteger.TWO.pow(bits);
        boolean signed = type.startsWith("s");
        var least = signed ? modulus.shiftRight(1).negate() : BigInteger.ZERO;
        var most = least.add(modulus).subtract(BigInteger.ONE);
        return BigInteger.valueOf(value).max(least).min(most).mod(modulus);
    }
}
