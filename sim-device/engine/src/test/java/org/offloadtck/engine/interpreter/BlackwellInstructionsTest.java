package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// What PTX 8.6 to 9.2 added to arithmetic, reductions and accesses.
class BlackwellInstructionsTest {

    private static TestDevice device(String before, String body) {
        var kernel = TestDevice.kernel(before, body);
        return TestDevice.of(
                "n.ptx",
                kernel.replace(".version 7.0\n.target sm_75", ".version 9.2\n.target sm_120a"));
    }

    private static String of(String instructions) {
        return Integer.toHexString(
                device("", instructions + "\nst.global.u32 [%rd0], %r1;").words(1)[0]);
    }

    /// The `.f32` operand is not rounded, a `.f16` is widened, and the sum is rounded once.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mov.b16 %h1, 0x3c01; add.f32.f16 %f1, %h1, 0f33800000; mov.b32 %r1, %f1;              | 3f802000
                    mov.b16 %h1, 0x3c01; add.rp.f32.f16 %f1, %h1, 0f33000000; mov.b32 %r1, %f1;           | 3f802001
                    mov.b16 %h1, 0x3f81; sub.rz.f32.bf16 %f1, %h1, 0fb3000000; mov.b32 %r1, %f1;          | 3f810000
                    mov.b16 %h1, 0x3f81; sub.sat.f32.bf16 %f1, %h1, 0f3f000000; mov.b32 %r1, %f1;         | 3f020000
                    mov.b16 %h1, 0x3c00; add.sat.f32.f16 %f1, %h1, 0f3f800000; mov.b32 %r1, %f1;          | 3f800000
                    mov.b16 %h1, 0x0001; mov.b16 %h2, 0x4000; fma.rn.f32.f16 %f1, %h1, %h2, 0f00000001; mov.b32 %r1, %f1; | 34000000
                    mov.b16 %h1, 0x0001; mov.b16 %h2, 0x4000; fma.rp.f32.f16 %f1, %h1, %h2, 0f00000001; mov.b32 %r1, %f1; | 34000001
                    mov.b16 %h1, 0x4040; mov.b16 %h2, 0x4080; fma.rn.f32.bf16 %f1, %h1, %h2, 0fc1400000; mov.b32 %r1, %f1; | 0
                    """)
    void arithmeticOnTwoTypesIsRoundedOnce(String instructions, String expected) {
        assertThat(of(instructions)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    add.u8x4 %r1, 0xff80017f, 0x02800101;       | 1000280
                    sub.s8x4 %r1, 0x00800100, 0x01010201;       | ff7fffff
                    min.s8x4 %r1, 0xff80017f, 0x02800101;       | ff800101
                    min.u8x4 %r1, 0xff80017f, 0x02810101;       | 2800101
                    max.s8x4 %r1, 0xff80017f, 0x02800101;       | 280017f
                    max.u8x4 %r1, 0xff80017f, 0x02800101;       | ff80017f
                    mov.b32 %r2, 0xff80017f; neg.s8x4 %r1, %r2; | 180ff81
                    add.sat.u16x2 %r1, 0xffff0001, 0x00020002;  | ffff0003
                    add.sat.s16x2 %r1, 0x80007fff, 0xffff0001;  | 80007fff
                    add.sat.u32 %r1, 0xfffffff0, 0x20;          | ffffffff
                    add.sat.u32 %r1, 0xfffffff0, 0xf;           | ffffffff
                    add.sat.s32 %r1, 0x7ffffff0, 0x20;          | 7fffffff
                    """)
    void integersOf8And16BitsAreAddedAndCompared(String instructions, String expected) {
        assertThat(of(instructions)).isEqualTo(expected);
    }

    /// Lane 5 has a NaN, the others their number less 20.
    @ParameterizedTest
    @CsvSource({
        "max, '', 11",
        "min, '', -20",
        "max, .abs, 20",
        "min, .abs, 0",
        "max, .NaN, NaN",
        "min, .abs.NaN, NaN"
    })
    void floatsOfAWarpAreReduced(String operation, String modifiers, float expected) {
        var device =
                device(
                        "",
                        """
                        cvt.rn.f32.u32 %%f1, %%r0;
                        sub.f32 %%f1, %%f1, 0f41A00000;
                        setp.eq.u32 %%p1, %%r0, 5;
                        selp.f32 %%f1, 0fFFC00000, %%f1, %%p1;
                        redux.sync.%s%s.f32 %%f2, %%f1, -1;
                        st.global.f32 [%%rd0], %%f2;
                        """
                                .formatted(operation, modifiers));

        for (int word : device.words(32)) {
            assertThat(Float.valueOf(Float.intBitsToFloat(word)))
                    .isEqualTo(Float.valueOf(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({"-3, .abs, 3", "NaN, '', NaN", "NaN, .abs, NaN"})
    void theFloatOfOneLaneIsReduced(float value, String modifiers, float expected) {
        var device =
                device(
                        "",
                        """
                        mov.b32 %%f1, 0x%x;
                        redux.sync.min%s.f32 %%f2, %%f1, 1;
                        st.global.f32 [%%rd0], %%f2;
                        """
                                .formatted(Float.floatToRawIntBits(value), modifiers));

        assertThat(Float.valueOf(Float.intBitsToFloat(device.words(1)[0])))
                .isEqualTo(Float.valueOf(expected));
    }

    @Test
    void eightWordsAndFourDoubleWordsAreCopied() {
        var device =
                device(
                        "",
                        """
                        .reg .b32 %w<8>; .reg .b128 %q; .reg .b128 %t;
                        ld.param.u64 %rd1, [out];
                        mad.wide.u32 %rd1, %r0, 64, %rd1;
                        ld.global.v8.b32 {%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, [%rd1];
                        st.global.v8.b32 [%rd1+32], {%w7, %w1, %w2, %w3, %w4, %w5, %w6, %w0};
                        ld.global.v4.b64 {%rd2, _, %rd3, %rd4}, [%rd1+32];
                        st.global.v4.b64 [%rd1], {%rd4, %rd3, %rd2, %rd2};
                        ld.global.b128 %q, [%rd1];
                        mov.b128 {%rd5, %rd6}, %q;
                        mov.b128 %t, {%rd6, %rd5};
                        mov.b128 %q, %t;
                        st.global.b128 [%rd1+16], %q;
                        """);
        var buffer = device.allocate("words", 64);
        int[] in = new Random(5).ints(8).toArray();
        device.at(buffer).asIntBuffer().put(in);

        device.launch(device.kernel(), LaunchShape.of(1, 1), buffer);

        assertThat(device.ints(buffer))
                .containsExactly(
                        in[6], in[0], in[4], in[5], in[4], in[5], in[6], in[0], in[7], in[1], in[2],
                        in[3], in[4], in[5], in[6], in[0]);
    }

    /// Each lane clears as many double words of its 64 bytes as its number says, but lane 3.
    @ParameterizedTest
    @CsvSource({
        ".weak.shared::cta, %rd2",
        ".shared::cta, %rd2",
        ".weak.shared::cta, %r2",
        "'', %rd2"
    })
    void sharedMemoryIsCleared(String modifiers, String size) {
        var device =
                device(
                        ".shared .align 16 .b8 tile[256];",
                        """
                        mov.u32 %%r1, tile;
                        mad.lo.u32 %%r1, %%r0, 64, %%r1;
                        %s
                        mul.lo.u32 %%r2, %%r0, 8;
                        cvt.u64.u32 %%rd2, %%r2;
                        setp.ne.u32 %%p1, %%r0, 3;
                        mov.u32 %%r5, 0;
                        loop:
                        add.u32 %%r4, %%r1, %%r5;
                        st.shared.b64 [%%r4], -1;
                        add.u32 %%r5, %%r5, 8;
                        setp.lt.u32 %%p2, %%r5, 64;
                        @%%p2 bra loop;
                        @%%p1 st.bulk%s [%s], %s, 0;
                        mov.u32 %%r5, 0;
                        mov.u32 %%r6, 0;
                        count:
                        add.u32 %%r4, %%r1, %%r5;
                        ld.shared.u8 %%r7, [%%r4];
                        add.u32 %%r6, %%r6, %%r7;
                        add.u32 %%r5, %%r5, 1;
                        setp.lt.u32 %%p2, %%r5, 64;
                        @%%p2 bra count;
                        st.global.u32 [%%rd0], %%r6;
                        """
                                .formatted(
                                        modifiers.isEmpty()
                                                ? "cvt.u64.u32 %rd1, %r1; cvta.shared.u64 %rd1, %rd1;"
                                                : "",
                                        modifiers,
                                        modifiers.isEmpty() ? "%rd1" : "%r1",
                                        size));

        assertThat(device.words(4)).containsExactly(64 * 255, 56 * 255, 48 * 255, 64 * 255);
    }

    @Test
    void asynchronousStoresAndReductionsOfGlobalMemoryArePerformed() {
        var device =
                device(
                        "",
                        """
                        st.async.release.gpu.global.b32 [%rd0], 40;
                        red.async.release.sys.global.add.u32 [%rd0], %r0;
                        red.async.mmio.release.sys.global.add.u32 [%rd0], 1;
                        """);

        assertThat(device.words(3)).containsExactly(41, 42, 43);
    }

    /// The words of a response are unspecified; these are the simulator's.
    @Test
    void aResponseStatesTheFirstCtaOfACancelledCluster() {
        var device =
                device(
                        "",
                        """
                        .reg .b128 %q;
                        mov.b64 %rd1, {1, 7};
                        mov.b64 %rd2, {8, 9};
                        mov.b128 %q, {%rd1, %rd2};
                        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %q;
                        @%p1 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, _}, %q;
                        @%p1 clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %r4, %q;
                        mad.lo.u32 %r1, %r1, 10, %r2;
                        mad.lo.u32 %r1, %r1, 10, %r3;
                        mad.lo.u32 %r1, %r1, 10, %r4;
                        st.global.u32 [%rd0], %r1;
                        """);

        assertThat(device.words(1)).containsExactly(7898);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", ".multicast::cluster::all, 2"})
    void aRequestCompletesWithoutACluster(String multicast, int ctas) {
        var device =
                TestDevice.of(
                        "c.ptx",
                        """
                        .version 8.6
                        .target sm_100a
                        .address_size 64
                        .visible .entry k(.param .u64 out) .reqnctapercluster %d
                        {
                        .shared .align 16 .b8 response[16];
                        .shared .align 8 .b64 barrier;
                        .reg .pred %%p<4>; .reg .b32 %%r<4>; .reg .b64 %%d<4>; .reg .b128 %%q;
                        mov.u32 %%r1, %%cluster_ctarank;
                        st.shared.v2.b64 [response], {-1, -1};
                        mbarrier.init.shared.b64 [barrier], 1;
                        mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 16;
                        barrier.cluster.arrive.aligned;
                        barrier.cluster.wait.aligned;
                        setp.eq.u32 %%p1, %%r1, 0;
                        @%%p1 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes%s.b128 [response], [barrier];
                        wait:
                        mbarrier.try_wait.parity.shared.b64 %%p2, [barrier], 0;
                        @!%%p2 bra wait;
                        ld.shared.b128 %%q, [response];
                        clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %%p3, %%q;
                        selp.u32 %%r2, 2, 1, %%p3;
                        ld.param.u64 %%d1, [out];
                        mad.wide.u32 %%d1, %%r1, 4, %%d1;
                        st.global.u32 [%%d1], %%r2;
                        barrier.cluster.arrive.aligned;
                        barrier.cluster.wait.aligned;
                        ret;
                        }
                        """
                                .formatted(ctas, multicast));
        var out = device.allocate("out", 4L * ctas);

        var shape =
                new LaunchShape(
                        Extent3D.of(ctas), Extent3D.of(1), 0, ClusterShape.of(Extent3D.of(ctas)));
        device.launch(device.kernel(), shape, out);

        assertThat(device.ints(out)).containsOnly(1);
    }
}
