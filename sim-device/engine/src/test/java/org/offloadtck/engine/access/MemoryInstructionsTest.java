package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;

/// Loads and stores by whole warps and by parts of them do the same.
class MemoryInstructionsTest {

    /// A warp whose lanes are all there, and one whose are not.
    @ParameterizedTest
    @ValueSource(ints = {32, 31})
    void aVectorMayReplaceItsOwnAddress(int threads) {
        var machine =
                TestDevice.of(
                        "vector.ptx",
                        TestDevice.kernel(
                                ".global .align 16 .u64 pair[2] = {11, 22};",
                                """
                                mov.u64 %rd1, pair;
                                ld.global.v2.u64 {%rd1, %rd2}, [%rd1];
                                add.u64 %rd1, %rd1, %rd2;
                                cvt.u32.u64 %r1, %rd1;
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(threads)).containsOnly(33);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 31})
    void signsExtendToTheRegister(int threads) {
        var machine =
                TestDevice.of(
                        "sign.ptx",
                        TestDevice.kernel(
                                ".global .align 4 .s8 bytes[4] = {-2, 3, -4, 5};",
                                """
                                mov.u64 %rd1, bytes;
                                ld.global.s8 %r1, [%rd1];
                                ld.global.u8 %r2, [%rd1];
                                ld.global.s16 %rd2, [%rd1+2];
                                cvt.u32.u64 %r3, %rd2;
                                add.u32 %r1, %r1, %r2;
                                add.u32 %r1, %r1, %r3;
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(threads)).containsOnly(-2 + 254 + 0x5fc);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 31})
    void genericAddressesReachEverySpace(int threads) {
        var machine =
                TestDevice.of(
                        "generic.ptx",
                        TestDevice.kernel(
                                ".shared .u32 s; .global .u32 g = 100; .const .u32 c = 1000;",
                                """
                                .local .u32 l;
                                mov.u64 %rd1, s;
                                cvta.shared.u64 %rd1, %rd1;
                                st.u32 [%rd1], 7;
                                mov.u64 %rd2, l;
                                cvta.local.u64 %rd2, %rd2;
                                st.u32 [%rd2], %r0;
                                mov.u64 %rd3, g;
                                cvta.global.u64 %rd3, %rd3;
                                mov.u64 %rd4, c;
                                cvta.const.u64 %rd4, %rd4;
                                ld.u32 %r1, [%rd1];
                                ld.u32 %r2, [%rd2];
                                ld.u32 %r3, [%rd3];
                                ld.u32 %r4, [%rd4];
                                add.u32 %r1, %r1, %r2;
                                add.u32 %r1, %r1, %r3;
                                add.u32 %r1, %r1, %r4;
                                isspacep.shared %p1, %rd1;
                                isspacep.local %p2, %rd2;
                                isspacep.global %p3, %rd1;
                                selp.u32 %r2, 10000, 0, %p1;
                                selp.u32 %r3, 20000, 0, %p2;
                                selp.u32 %r4, 40000, 0, %p3;
                                add.u32 %r1, %r1, %r2;
                                add.u32 %r1, %r1, %r3;
                                add.u32 %r1, %r1, %r4;
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(threads))
                .isEqualTo(IntStream.range(0, threads).map(i -> 31107 + i).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 31})
    void addressesOfSharedAndLocalMemoryHaveThirtyTwoBits(int threads) {
        var machine =
                TestDevice.of(
                        "truncated.ptx",
                        TestDevice.kernel(
                                ".shared .align 4 .b8 s[128];",
                                """
                                .local .align 4 .b8 l[8];
                                mov.u64 %rd1, s;
                                mul.wide.u32 %rd2, %r0, 4;
                                add.u64 %rd1, %rd1, %rd2;
                                st.shared.u32 [%rd1], %r0;
                                add.u64 %rd1, %rd1, 0x300000008;
                                ld.shared.u32 %r1, [%rd1+-8];
                                atom.shared.add.u32 %r2, [%rd1+-8], 5;
                                mov.u64 %rd3, l;
                                st.local.u32 [%rd3+4], 1000;
                                add.u64 %rd3, %rd3, 0xffffffff00000000;
                                ld.local.u32 %r3, [%rd3+4];
                                add.u32 %r1, %r1, %r2;
                                add.u32 %r1, %r1, %r3;
                                st.global.u32 [%rd0], %r1;
                                """));

        assertThat(machine.words(threads))
                .isEqualTo(IntStream.range(0, threads).map(i -> 2 * i + 1000).toArray());
    }

    @Test
    void trafficIsCountedByTheByteWhicheverWayItGoes() {
        String copy =
                """
                ld.global.u32 %r1, [%rd0];
                add.u32 %r1, %r1, 1;
                st.global.u32 [%rd0], %r1;
                """;
        var whole = TestDevice.running(copy);
        var part = TestDevice.running(copy);

        var all = launch(whole, 32);
        var some = launch(part, 31);

        assertThat(all.globalBytesRead()).isEqualTo(128);
        assertThat(all.globalBytesWritten()).isEqualTo(128);
        assertThat(some.globalBytesRead()).isEqualTo(124);
        assertThat(some.globalBytesWritten()).isEqualTo(124);
    }

    /// Adds 1 to 16 bits at `address`, as clang 16 does: in the word around them.
    private static String halfIncremented(String address) {
        return """
        %s
        and.b64 %%rd1, %%rd2, -4;
        cvt.u32.u64 %%r1, %%rd2;
        and.b32 %%r1, %%r1, 3;
        shl.b32 %%r1, %%r1, 3;
        mov.u32 %%r2, 65535;
        shl.b32 %%r2, %%r2, %%r1;
        not.b32 %%r3, %%r2;
        mov.u32 %%r4, 1;
        shl.b32 %%r4, %%r4, %%r1;
        ld.global.u32 %%r5, [%%rd1];
        L: add.s32 %%r6, %%r5, %%r4;
        and.b32 %%r6, %%r6, %%r2;
        and.b32 %%r7, %%r5, %%r3;
        or.b32 %%r6, %%r7, %%r6;
        atom.global.cas.b32 %%r8, [%%rd1], %%r5, %%r6;
        setp.ne.s32 %%p1, %%r8, %%r5;
        mov.u32 %%r5, %%r8;
        @%%p1 bra L;
        """
                .formatted(address);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aHalfWordAtTheEndOfAnAllocationIsIncrementedAtomically(int index) {
        var machine =
                TestDevice.running(
                        halfIncremented(
                                "ld.param.u64 %%rd0, [out]; add.u64 %%rd2, %%rd0, %d;"
                                        .formatted(2 * index)));
        var out = machine.allocate("out", 2L * (index + 1));

        machine.launch(machine.kernel(), LaunchShape.of(3, 64), out);

        var bytes = machine.at(out);
        assertThat(bytes.getShort(2 * index)).isEqualTo((short) (3 * 64));
        assertThat(IntStream.range(0, index)).allMatch(i -> bytes.getShort(2 * i) == 0);
    }

    @Test
    void aWordAroundTheEndOfAnAllocationIsNotLoadedOtherwise() {
        String body =
                "ld.param.u64 %rd0, [out]; and.b64 %rd1, %rd0, -4; ld.global.u32 %r1, [%rd1];";
        var machine = TestDevice.running(body);
        var out = machine.allocate("out", 2);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> machine.launch(machine.kernel(), LaunchShape.of(1, 1), out))
                .withMessageContaining("partly in, by 2 bytes");
    }

    private static LaunchCounters launch(TestDevice machine, int threads) {
        var out = machine.allocate("out", 128);
        return machine.launch(machine.kernel(), LaunchShape.of(1, threads), out).counters();
    }

    /// What a loop carries keeps its place although the copy is put in as a load and a store.
    @Test
    void aLoopBesideAnAsynchronousCopyKeepsWhatItCarries() {
        String body =
                """
                st.global.u32 [%rd0], %r0;
                mov.u32 %r1, box;
                cp.async.ca.shared.global [%r1], [%rd0], 4;
                cp.async.wait_all;
                mov.u32 %r2, 5;
                mov.u32 %r3, 0;
                again: add.u32 %r3, %r3, %r2;
                add.u32 %r4, %r3, 100;
                setp.lt.u32 %p1, %r4, 120;
                @%p1 bra again;
                ld.shared.u32 %r5, [%r1];
                add.u32 %r3, %r3, %r5;
                st.global.u32 [%rd0], %r3;
                """;
        var machine =
                TestDevice.of("copy.ptx", TestDevice.kernel(".shared .align 4 .b8 box[4];", body));

        assertThat(machine.words(1)).containsExactly(20);
    }

    /// PTX ISA 9.0 §9.7.9.25.3.1: if the predicate is true, the source is not read and zeros are
    /// written. Thread 1 would read outside every allocation, and the guard excludes thread 2.
    @ParameterizedTest
    @CsvSource({
        "ca.shared.global, 4, %p1",
        "ca.shared::cta.global, 8, %p1",
        "cg.shared.global, 16, %p1",
        "cg.shared::cta.global.L2::cache_hint.L2::128B, 16, '!%p3, %rd5'",
    })
    void anAsynchronousCopyWhoseSourceIsIgnoredWritesZeros(
            String words, int size, String condition) {
        String body =
                """
                setp.eq.u32 %%p1, %%r0, 1;
                setp.ne.u32 %%p2, %%r0, 2;
                not.pred %%p3, %%p1;
                mov.b64 %%rd5, 0;
                mov.u64 %%rd1, words;
                selp.b64 %%rd1, 64, %%rd1, %%p1;
                shl.b32 %%r2, %%r0, 4;
                mov.u32 %%r1, box;
                add.u32 %%r1, %%r1, %%r2;
                mov.b32 %%r3, 9;
                st.shared.v4.b32 [%%r1], {%%r3, %%r3, %%r3, %%r3};
                @%%p2 cp.async.%s [%%r1], [%%rd1], %d, %s;
                cp.async.wait_all;
                ld.shared.v4.b32 {%%r4, %%r5, %%r6, %%r7}, [%%r1];
                mad.lo.u32 %%r4, %%r4, 10, %%r5;
                mad.lo.u32 %%r4, %%r4, 10, %%r6;
                mad.lo.u32 %%r4, %%r4, 10, %%r7;
                st.global.u32 [%%rd0], %%r4;
                """
                        .formatted(words, size, condition);
        String before =
                ".global .align 16 .u32 words[4] = {1, 2, 3, 4}; .shared .align 16 .b8 box[64];";
        var machine = TestDevice.of("copy.ptx", TestDevice.kernel(before, body));

        int rest = (int) Math.pow(10, 4 - size / 4.0);
        assertThat(machine.words(3))
                .containsExactly(1234 / rest * rest + 9999 % rest, 9999 % rest, 9999);
    }

    @Test
    void anAsynchronousCopyToSharedMemoryOfTheCtaFillsWithZeros() {
        String body =
                """
                mov.u64 %rd1, words;
                cp.async.ca.shared::cta.global [box], [%rd1], 8, 5;
                cp.async.wait_all;
                ld.shared.u32 %r1, [box];
                ld.shared.u32 %r2, [box+4];
                add.u32 %r1, %r1, %r2;
                st.global.u32 [%rd0], %r1;
                """;
        String before =
                ".global .align 16 .u32 words[2] = {7, 0x111}; .shared .align 16 .b8 box[8];";
        var machine = TestDevice.of("copy.ptx", TestDevice.kernel(before, body));

        assertThat(machine.words(1)).containsExactly(7 + 0x11);
    }

    @Test
    void anAtomicOnAVectorIsOneOnEachElement() {
        String body =
                """
                ld.param.u64 %rd1, [out];
                mov.f32 %f1, 0f3F800000;
                mov.f32 %f2, 0f40000000;
                red.global.add.v2.f32 [%rd1], {%f1, %f2};
                atom.global.v2.f32.add {%f1, %f2}, [%rd1+8], {%f2, %f1};
                mov.b32 %r1, 0x40003c00;
                mov.b32 %r2, 0xc0003800;
                red.global.v2.f16x2.max.noftz [%rd1+16], {%r1, %r2};
                mov.u16 %h1, 0x3c00;
                mov.u16 %h2, 0xbc00;
                atom.global.add.noftz.v4.f16 {_, %h3, _, %h4}, [%rd1+24], {%h1, %h2, %h1, %h1};
                add.f32 %f1, %f1, %f2;
                cvt.rzi.s32.f32 %r3, %f1;
                mad.wide.u32 %rd2, %r0, 4, %rd1;
                st.global.u32 [%rd2+32], %r3;
                """;
        var machine = TestDevice.of("vector.ptx", TestDevice.kernel("", body));
        var out = machine.allocate("out", 40);

        machine.launch(machine.kernel(), LaunchShape.of(1, 2), out);

        var floats = machine.at(out).asFloatBuffer();
        assertThat(floats.get(0)).isEqualTo(2);
        assertThat(floats.get(1)).isEqualTo(4);
        assertThat(floats.get(2)).isEqualTo(4);
        assertThat(floats.get(3)).isEqualTo(2);
        int[] words = machine.ints(out);
        assertThat(words[4]).isEqualTo(0x40003c00);
        assertThat(words[5]).isEqualTo(0x3800);
        assertThat(words[6]).isEqualTo(0xc0004000);
        assertThat(words[7]).isEqualTo(0x40004000);
        assertThat(words[8]).isZero();
        assertThat(words[9]).isEqualTo(3);
    }

    /// PTX ISA §9.7.13.5, `atom`: on shared memory subnormal numbers are kept.
    @Test
    void sumsOfFloatsFlushOnGlobalMemoryOnly() {
        String body =
                """
                ld.param.u64 %rd1, [out];
                mov.b32 %f1, 0x80000003;
                mov.u64 %rd2, box;
                cvta.shared.u64 %rd3, %rd2;
                st.shared.b32 [%rd2], 5;
                atom.shared.add.f32 _, [%rd2], %f1;
                atom.add.f32 _, [%rd3], %f1;
                ld.shared.u32 %r1, [%rd2];
                st.global.u32 [%rd1], %r1;
                st.global.b32 [%rd1+4], 0x80000005;
                red.global.add.f32 [%rd1+4], %f1;
                st.global.b32 [%rd1+8], 0x80000005;
                atom.add.f32 _, [%rd1+8], %f1;
                """;
        var machine = TestDevice.of("sum.ptx", TestDevice.kernel(".shared .b32 box;", body));

        assertThat(machine.words(3)).containsExactly(0x8000000d, 0x80000000, 0x80000000);
    }
}
