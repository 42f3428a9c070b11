package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// How launches end, what limits them, and that they do not disturb each other.
class LaunchTest {

    private static final String MALLOC =
            """
            .extern .func (.param .b64 p) malloc(.param .b64 n);
            .extern .func free(.param .b64 p);
            .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
            .global .u64 kept;
            .global .b8 text[4] = {104, 105, 10, 0};
            """;

    private static final String PRINT =
            """
            { .param .b64 f; .param .b64 a; .param .b32 r;
            mov.u64 %rd1, text; st.param.b64 [f], %rd1; st.param.b64 [a], 0;
            call (r), vprintf, (f, a); }
            """;

    private static String allocate(int bytes) {
        return """
        { .param .b64 size; .param .b64 block;
        st.param.b64 [size], %d;
        call (block), malloc, (size);
        ld.param.b64 %%rd1, [block]; }
        """
                .formatted(bytes);
    }

    private static KernelFaultException fault(Callable<?> launch) {
        return catchThrowableOfType(KernelFaultException.class, launch::call);
    }

    @Test
    void aKernelThatWouldNotEndIsStoppedAtItsLimitWhereItIs() {
        var machine = TestDevice.running("again: add.u32 %r9, %r9, 1; bra again;");
        machine.limitInstructions(100_000);

        var fault = fault(() -> machine.words(64));

        assertThat(fault.kind()).isEqualTo(FaultKind.TOO_LONG);
        assertThat(fault.problem())
                .isEqualTo("the launch continues when it should end within 100000 instructions");
        assertThat(fault.thread().kernel()).isEqualTo("k");
        assertThat(fault.partialOutcome().counters().warpInstructions())
                .isBetween(100_000L, 200_000L);
    }

    @Test
    void aKernelThatEndsWithinItsLimitIsLeftAlone() {
        var machine = TestDevice.running("st.global.u32 [%rd0], %r0;");
        machine.limitInstructions(1_000_000);

        assertThat(machine.words(64)).isEqualTo(java.util.stream.IntStream.range(0, 64).toArray());
    }

    @Test
    void anInterruptEndsAKernelThatWouldNotEnd() throws Exception {
        var machine = TestDevice.running("again: add.u32 %r9, %r9, 1; bra again;");
        try (var thread = Executors.newSingleThreadExecutor()) {
            var launch = thread.submit(() -> fault(() -> machine.words(64)));
            thread.shutdownNow();
            var fault = launch.get();

            assertThat(fault.kind()).isEqualTo(FaultKind.INTERRUPTED);
            assertThat(fault)
                    .hasMessageMatching("test.ptx:\\d+:\\d+: k CTA .*: the launch was interrupted");
        }
    }

    @Test
    void anInterruptedThreadStaysSo() {
        var machine = TestDevice.running("again: add.u32 %r9, %r9, 1; bra again;");
        Thread.currentThread().interrupt();

        var fault = fault(() -> machine.words(64));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(fault.kind()).isEqualTo(FaultKind.INTERRUPTED);
    }

    @Test
    void aFaultTellsWhatTheLaunchHadDone() {
        var machine = TestDevice.of("a.ptx", TestDevice.kernel(MALLOC, PRINT + "trap;" + PRINT));

        var soFar = fault(() -> machine.words(1)).partialOutcome();

        assertThat(soFar.output()).isEqualTo("hi\n");
        assertThat(soFar.counters().threadInstructions()).isEqualTo(8);
    }

    @Test
    void mallocGivesNothingBeyondTheHeapsLimit() {
        String sizes = "set.ne.u32.u64 %r1, %rd1, 0; st.global.u32 [%rd0], %r1;";
        var machine = TestDevice.of("a.ptx", TestDevice.kernel(MALLOC, allocate(48) + sizes));
        machine.limit(LaunchLimits.MAX_LOCAL, 2 * 80);

        assertThat(machine.words(4)).containsExactly(-1, -1, 0, 0);
    }

    @Test
    void whatMallocGaveStaysForTheNextLaunch() {
        String body =
                """
                ld.global.u64 %rd2, [kept];
                setp.eq.u64 %p1, %rd2, 0;
                @%p1 bra first;
                ld.u32 %r1, [%rd2];
                st.global.u32 [%rd0], %r1;
                ret;
                first:
                """
                        + allocate(4)
                        + "st.u32 [%rd1], 17; st.global.u64 [kept], %rd1;";
        var machine = TestDevice.of("a.ptx", TestDevice.kernel(MALLOC, body));

        assertThat(machine.words(1)).containsExactly(0);
        assertThat(machine.words(1)).containsExactly(17);
    }

    @Test
    void freeTakesNothingOfTheHosts() {
        String body = "{ .param .b64 p; st.param.b64 [p], %rd0; call free, (p); }";
        var machine = TestDevice.of("a.ptx", TestDevice.kernel(MALLOC, body));

        var fault = fault(() -> machine.words(1));

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_FREE);
        assertThat(fault)
                .hasMessageContaining("is in 'out' (4 bytes at")
                .hasMessageContaining("no block of malloc's");
    }

    @Test
    void callsNestAsFarAsTheStackLimit() {
        String declarations =
                """
                .func f(.param .b32 n) {
                .reg .b32 %r<3>; .reg .pred %p<2>;
                ld.param.u32 %r1, [n];
                setp.eq.u32 %p1, %r1, 0;
                @%p1 ret;
                sub.u32 %r1, %r1, 1;
                { .param .b32 m; st.param.b32 [m], %r1; call f, (m); }
                ret; }
                """;
        String body = "{ .param .b32 n; st.param.b32 [n], 50; call f, (n); }";
        var machine = TestDevice.of("a.ptx", TestDevice.kernel(declarations, body));
        machine.limit(1 << 20 >> 4, 0);
        machine.words(1);
        machine.limit(1024, 0);

        var fault = fault(() -> machine.words(1));

        assertThat(fault.kind()).isEqualTo(FaultKind.STACK_OVERFLOW);
        assertThat(fault)
                .hasMessageContaining("call of 'f' at depth ")
                .hasMessageEndingWith("bytes of local memory when the stack limit is 1024");
    }

    /// The same kernel, in as many memories as threads; each run counts and writes what one alone
    /// does.
    @Test
    void launchesInSeveralThreadsDoNotDisturbEachOther() throws Exception {
        String path = "ptx/peer_kernels.sm75.ptx";
        Callable<String> run =
                () -> {
                    var machine = TestDevice.of(path, Corpus.text(path));
                    var out = machine.allocate("out", 4L * 64 * 64);
                    var kernel = machine.image().kernel("mandelbrot").orElseThrow();
                    var shape = new LaunchShape(new Extent3D(4, 4, 1), new Extent3D(16, 16, 1), 0);
                    var result = machine.launch(kernel, shape, 64, 64, 256, out);
                    return result.counters() + " " + Arrays.hashCode(machine.ints(out));
                };
        String alone = run.call();
        var results = new ArrayList<Future<String>>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 8; i++) {
                results.add(threads.submit(run));
            }
        }

        for (var result : results) {
            assertThat(result.get()).isEqualTo(alone);
        }
    }
}
