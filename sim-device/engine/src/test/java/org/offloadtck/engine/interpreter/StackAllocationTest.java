package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// `alloca`, `stacksave` and `stackrestore` (PTX ISA 9.0 §9.7.17).
class StackAllocationTest {

    /// Fills as many words at the local address `%rd1` as `%r1` says with what `%r2` is and the
    /// numbers after it, then adds them up in `%r3`, by generic addresses.
    private static final String FILL_AND_ADD =
            """
            mov.u32 %r4, 0;
            mov.u64 %rd2, %rd1;
            fill: add.u32 %r5, %r2, %r4;
            st.local.u32 [%rd2], %r5;
            add.u64 %rd2, %rd2, 4;
            add.u32 %r4, %r4, 1;
            setp.lt.u32 %p1, %r4, %r1;
            @%p1 bra fill;
            cvta.local.u64 %rd3, %rd1;
            mov.u32 %r3, 0;
            mov.u32 %r4, 0;
            sum: ld.u32 %r5, [%rd3];
            add.u32 %r3, %r3, %r5;
            add.u64 %rd3, %rd3, 4;
            add.u32 %r4, %r4, 1;
            setp.lt.u32 %p1, %r4, %r1;
            @%p1 bra sum;
            """;

    private static int sum(int count, int first) {
        return IntStream.range(first, first + count).sum();
    }

    private static String allocate(String bytes) {
        return "mul.wide.u32 %%rd4, %s, 4;\nalloca.u64 %%rd1, %%rd4;\n".formatted(bytes);
    }

    @Test
    void eachThreadHasAsMuchAsItAskedFor() {
        var machine =
                TestDevice.running(
                        "add.u32 %r1, %r0, 1; mul.lo.u32 %r2, %r0, 7;"
                                + allocate("%r1")
                                + FILL_AND_ADD
                                + "st.global.u32 [%rd0], %r3;");

        int[] words = machine.words(64);

        assertThat(words)
                .containsExactly(IntStream.range(0, 64).map(t -> sum(t + 1, 7 * t)).toArray());
    }

    @Test
    void threadsThatPartToAllocateMeetAgainWhereBothHaveReturned() {
        String function =
                """
                .func (.param .b32 r) f(.param .b32 n)
                {
                .reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %rd<10>;
                ld.param.b32 %r1, [n];
                mov.u32 %r2, %r1;
                mov.u32 %r3, 0;
                and.b32 %r6, %r1, 1;
                setp.eq.u32 %p1, %r6, 0;
                @%p1 bra out;
                """
                        + allocate("%r1")
                        + FILL_AND_ADD
                        + "out: st.param.b32 [r], %r3; ret; }";
        String body =
                """
                { .param .b32 n; .param .b32 r; st.param.b32 [n], %r0;
                call (r), f, (n); ld.param.b32 %r1, [r]; }
                shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;
                st.global.u32 [%rd0], %r2;
                """;
        var machine = TestDevice.of("stack.ptx", TestDevice.kernel(function, body));

        int[] words = machine.words(32);

        assertThat(words)
                .containsExactly(
                        IntStream.range(0, 32)
                                .map(t -> t ^ 1)
                                .map(t -> t % 2 == 0 ? 0 : sum(t, t))
                                .toArray());
    }

    @Test
    void aFunctionCalledLaterHasMemoryOfItsOwn() {
        String function =
                """
                .func g()
                {
                .local .align 8 .b8 own[64]; .reg .b64 %rd<3>;
                mov.u64 %rd1, own;
                st.local.u64 [%rd1], -1; st.local.u64 [%rd1+56], -1;
                alloca.u64 %rd2, 128;
                st.local.u64 [%rd2], -1; st.local.u64 [%rd2+120], -1;
                ret;
                }
                """;
        String body =
                "alloca.u64 %rd1, 16; st.local.u64 [%rd1], 5; st.local.u64 [%rd1+8], 6;"
                        + " call g, (); call g, ();"
                        + " ld.local.u64 %rd2, [%rd1]; ld.local.u64 %rd3, [%rd1+8];"
                        + " add.u64 %rd2, %rd2, %rd3; cvt.u32.u64 %r1, %rd2;"
                        + " st.global.u32 [%rd0], %r1;";
        var machine = TestDevice.of("stack.ptx", TestDevice.kernel(function, body));

        assertThat(machine.words(32)).containsOnly(11);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 16, 256, 4096})
    void theAddressIsAligned(int alignment) {
        var machine =
                TestDevice.running(
                        "alloca.u64 %%rd1, 3; alloca.u64 %%rd2, 8, %d; st.local.u8 [%%rd2+7], 1;"
                                        .formatted(alignment)
                                + " cvt.u32.u64 %r1, %rd2; st.global.u32 [%rd0], %r1;");

        assertThat(machine.words(1)[0]).isPositive();
        assertThat(machine.words(1)[0] % Math.max(8, alignment)).isZero();
    }

    /// Ten thousand rounds of a kilobyte each, the stack restored after each or not.
    private static String rounds(String before, String after) {
        return """
        mov.u32 %%r1, 0;
        again: %s
        alloca.u64 %%rd1, 1024;
        st.local.u32 [%%rd1+1020], %%r1;
        ld.local.u32 %%r2, [%%rd1+1020];
        %s
        add.u32 %%r1, %%r1, 1;
        setp.lt.u32 %%p1, %%r1, 10000;
        @%%p1 bra again;
        st.global.u32 [%%rd0], %%r2;
        """
                .formatted(before, after);
    }

    @Test
    void whatIsRestoredIsFreeAgain() {
        var machine = TestDevice.running(rounds("stacksave.u64 %rd5;", "stackrestore.u64 %rd5;"));

        assertThat(machine.words(32)).containsOnly(9999);
    }

    @Test
    void whatIsNotRestoredRunsOut() {
        var machine = TestDevice.running(rounds("", ""));
        machine.limit(4096, 1 << 20);

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(32));

        assertThat(fault.kind()).isEqualTo(FaultKind.STACK_OVERFLOW);
        assertThat(fault)
                .hasMessageMatching(
                        ".*: alloca of 1024 bytes at \\d+ bytes of local memory when the stack"
                                + " limit is 4096");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0x7fffffffffffffff", "0xffffffff"})
    void moreThanThereCanBeIsRefused(String bytes) {
        var machine = TestDevice.running("alloca.u64 %%rd1, %s;".formatted(bytes));

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(32));

        assertThat(fault.kind()).isEqualTo(FaultKind.STACK_OVERFLOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"add.u64 %rd5, %rd5, 64;", "mov.u64 %rd5, -8;"})
    void whatWasNotSavedIsNotRestored(String change) {
        var machine =
                TestDevice.running(
                        "alloca.u64 %rd1, 32; stacksave.u64 %rd5;"
                                + change
                                + "stackrestore.u64 %rd5;");

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(1));

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alloca.u64 %rd1, 32; st.local.u64 [%rd1+32], 1;",
                "stacksave.u64 %rd5; alloca.u64 %rd1, 32; stackrestore.u64 %rd5;"
                        + "st.local.u64 [%rd1], 1;"
            })
    void whatItDoesNotHaveIsOutOfBounds(String body) {
        var machine = TestDevice.running(body);

        var fault = catchThrowableOfType(KernelFaultException.class, () -> machine.words(1));

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
    }
}
