package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.InvalidHeapAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.LaunchShape;

/// Accesses to the heap of `malloc` outside its live blocks.
class HeapAccessTest {

    private static final String DECLARATIONS =
            """
            .extern .func (.param .b64 p) malloc(.param .b64 n);
            .extern .func free(.param .b64 p);
            """;

    /// `%rd1` is a block of 64 bytes.
    private static final String ALLOCATE =
            """
            { .param .b64 size; .param .b64 block;
            st.param.b64 [size], 64;
            call.uni (block), malloc, (size);
            ld.param.b64 %rd1, [block]; }
            """;

    private static final String FREE =
            "{ .param .b64 p; st.param.b64 [p], %rd1; call.uni free, (p); }";

    private static LaunchOutcome launch(TestDevice device, int ctas, int threads) {
        var out = device.allocate("out", 4L * ctas * threads);
        return device.launch(device.kernel(), LaunchShape.of(ctas, threads), out);
    }

    private static TestDevice running(String body) {
        return TestDevice.of("test.ptx", TestDevice.kernel(DECLARATIONS, body));
    }

    @Test
    void aKernelGoesOnWithTheBytesBehindABlock() {
        var device =
                running(
                        ALLOCATE
                                + "st.u32 [%rd1+64], 7; ld.u32 %r1, [%rd1+64]; st.u32 [%rd0], %r1;");
        var out = device.allocate("out", 4);

        var outcome = device.launch(device.kernel(), LaunchShape.of(1, 1), out);

        assertThat(device.ints(out)).containsExactly(7);
        assertThat(outcome.heapAccesses())
                .extracting(InvalidHeapAccess::kind)
                .containsExactly(FaultKind.OUT_OF_BOUNDS, FaultKind.OUT_OF_BOUNDS);
        assertThat(outcome.heapAccesses().getFirst().problem())
                .startsWith("store of 4 bytes at 0x")
                .contains(" is 0 bytes past the end of 'malloc' (64 bytes at ");
    }

    @Test
    void aFreedBlockIsReadAsItWasLeft() {
        var device =
                running(
                        ALLOCATE
                                + "st.u32 [%rd1], 5;"
                                + FREE
                                + "ld.u32 %r1, [%rd1]; st.u32 [%rd0], %r1;");
        var out = device.allocate("out", 4);

        var outcome = device.launch(device.kernel(), LaunchShape.of(1, 1), out);

        assertThat(device.ints(out)).containsExactly(5);
        assertThat(outcome.heapAccesses())
                .singleElement()
                .matches(access -> access.kind() == FaultKind.USE_AFTER_FREE)
                .extracting(InvalidHeapAccess::problem)
                .asString()
                .contains("0 bytes into 'malloc' (64 bytes at ")
                .endsWith("which is freed");
    }

    /// The heap is 8 MiB from the first block on.
    @ParameterizedTest
    @ValueSource(longs = {-4, 8L << 20})
    void outsideTheHeapItFaults(long offset) {
        var device =
                running(
                        ALLOCATE
                                + "add.s64 %%rd1, %%rd1, %d; ld.u32 %%r1, [%%rd1]; st.u32 [%%rd0], %%r1;"
                                        .formatted(offset));

        var fault = catchThrowableOfType(KernelFaultException.class, () -> launch(device, 1, 1));

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.partialOutcome().heapAccesses()).isEmpty();
    }

    @Test
    void theHeapReachesToItsEnd() {
        var device =
                running(
                        ALLOCATE
                                + "add.s64 %rd1, %rd1, 8388604; ld.u32 %r1, [%rd1]; st.u32 [%rd0], %r1;");

        assertThat(launch(device, 1, 1).heapAccesses()).hasSize(1);
    }

    @Test
    void anInstructionIsReportedOnceWhateverThreadsRunIt() {
        String body =
                ALLOCATE
                        + """
                        mov.u32 %r5, 0;
                        more: add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 200; @%p1 bra more;
                        ld.u32 %r1, [%rd1+68];
                        """;

        var one = launch(running(body).using(1), 64, 64).heapAccesses();
        var two = launch(running(body).using(2), 64, 64).heapAccesses();

        assertThat(one).hasSize(1);
        assertThat(one.getFirst().thread()).hasToString("k CTA (0, 0, 0) thread (0, 0, 0)");
        assertThat(two).isEqualTo(one);
    }
}
