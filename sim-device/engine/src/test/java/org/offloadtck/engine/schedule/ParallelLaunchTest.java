package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;

/// How launches on several threads of the host end, and who watches them.
class ParallelLaunchTest {

    /// CTAs of a launch of which threads take several at a time.
    private static final int MANY = 608;

    private static final String FOREVER = "again: add.u32 %r9, %r9, 1; bra again;";

    /// CTA number `cta` does what `otherwise` does not.
    private static String only(int cta, String here, String otherwise) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        setp.eq.u32 %%p1, %%r1, %d;
        @%%p1 bra here;
        %s
        ret;
        here:
        %s
        """
                .formatted(cta, otherwise, here);
    }

    /// A loop of so many rounds, three instructions each.
    private static String loop(String label, int rounds) {
        return """
        mov.u32 %%r2, %2$d;
        %1$s: sub.u32 %%r2, %%r2, 1;
        setp.ne.u32 %%p2, %%r2, 0;
        @%%p2 bra %1$s;
        """
                .formatted(label, rounds);
    }

    private static KernelFaultException fault(TestDevice machine, int ctas) {
        var out = machine.allocate("out", 4096);
        return catchThrowableOfType(
                KernelFaultException.class,
                () -> machine.launch(machine.kernel(), LaunchShape.of(ctas, 32), out));
    }

    @Test
    void aFaultEndsLaterCtasThatWouldNotEnd() {
        var machine = TestDevice.running(only(0, loop("wait", 50_000) + "trap;", FOREVER));

        var fault = fault(machine.using(3), 8);

        assertThat(fault.kind()).isEqualTo(FaultKind.TRAP);
        assertThat(fault.thread().cta()).isEqualTo(new Extent3D(0, 0, 0));
        assertThat(fault.partialOutcome().counters().warpInstructions()).isEqualTo(150_008);
    }

    @Test
    void earlierCtasRunToTheirEndsForOneOfThemMayFaultToo() {
        var machine = TestDevice.running(only(0, loop("late", 200_000) + "trap;", "trap;"));

        var fault = fault(machine.using(2), 4);

        assertThat(fault.thread().cta()).isEqualTo(new Extent3D(0, 0, 0));
    }

    @Test
    void aFaultOfManyShortCtasCountsWhatAllBeforeItDid() {
        var machine = TestDevice.running(only(700, loop("late", 5000) + "trap;", loop("early", 3)));

        var alone = fault(machine.using(1), 2000);

        assertThat(alone.thread().cta()).isEqualTo(new Extent3D(700, 0, 0));
        for (int threads : new int[] {2, 3}) {
            var fault = fault(machine.using(threads), 2000);
            assertThat(fault).hasMessage(alone.getMessage());
            assertThat(fault.partialOutcome()).isEqualTo(alone.partialOutcome());
        }
    }

    @Test
    void aKernelThatWasLongIsLongFromItsFirstCtaOnAndDoesTheSame() {
        var machine = TestDevice.running(loop("round", 1000)).using(2);
        var out = machine.allocate("out", 4096);
        var shape = LaunchShape.of(100, 32);
        assertThat(machine.image().ctasUntilLong(machine.kernel())).isEqualTo(Long.MAX_VALUE);

        var first = machine.launch(machine.kernel(), shape, out);

        assertThat(machine.image().ctasUntilLong(machine.kernel())).isEqualTo(2);
        assertThat(machine.launch(machine.kernel(), shape, out)).isEqualTo(first);
        assertThat(first.counters().warpInstructions()).isEqualTo(100 * 3005);
    }

    @Test
    void anInterruptEndsAllThreads() throws Exception {
        var machine = TestDevice.running(FOREVER).using(2);
        var begun = new CountDownLatch(1);
        try (var thread = Executors.newSingleThreadExecutor()) {
            var launch =
                    thread.submit(() -> {
                        begun.countDown();
                        return fault(machine, 8);
                    });
            begun.await();
            Thread.sleep(
                    50); // long enough for helpers to have begun, which the result does not need
            thread.shutdownNow();

            assertThat(launch.get().kind()).isEqualTo(FaultKind.INTERRUPTED);
        }
    }

    @Test
    void theHeapGivesEveryThreadTheSameAddressOnAnyNumberOfThreads() {
        var alone = addresses(1);

        assertThat(alone).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(addresses(2)).isEqualTo(alone);
        assertThat(addresses(3)).isEqualTo(alone);
    }

    /// What `malloc` gives the threads of a long kernel, of which every eighth CTA goes to the
    /// heap.
    private static long[] addresses(int threads) {
        String malloc = ".extern .func (.param .b64 p) malloc(.param .b64 n);";
        String body =
                loop("before", 100)
                        + """
                        mov.u32 %r1, %ctaid.x;
                        and.b32 %r3, %r1, 7;
                        setp.ne.u32 %p3, %r3, 5;
                        @%p3 ret;
                        setp.lt.u32 %p3, %r1, 304;
                        @%p3 ret;
                        { .param .b64 size; .param .b64 block; st.param.b64 [size], 16;
                        call (block), malloc, (size); ld.param.b64 %rd1, [block]; }
                        ld.param.u64 %rd2, [out];
                        sub.u32 %r1, %r1, 304;
                        shr.u32 %r1, %r1, 3;
                        mad.lo.u32 %r1, %r1, 32, %r0;
                        mad.wide.u32 %rd2, %r1, 8, %rd2;
                        st.global.u64 [%rd2], %rd1;
                        """
                        + loop("after", 100);
        var machine = TestDevice.of("heap.ptx", TestDevice.kernel(malloc, body)).using(threads);
        var out = machine.allocate("out", 8 * 32 * MANY / 16);
        machine.launch(machine.kernel(), LaunchShape.of(MANY, 32), out);
        long[] addresses = new long[32 * MANY / 16];
        machine.at(out).asLongBuffer().get(addresses);
        return addresses;
    }

    @Test
    void aFaultEndsCtasThatWaitForTheHeap() {
        String malloc = ".extern .func (.param .b64 p) malloc(.param .b64 n);";
        String wait =
                """
                { .param .b64 size; .param .b64 block; st.param.b64 [size], 16;
                call (block), malloc, (size); }
                """;
        String body = only(0, loop("late", 100_000) + "trap;", wait);
        var machine = TestDevice.of("heap.ptx", TestDevice.kernel(malloc, body));

        assertThat(fault(machine.using(3), 8).thread().cta()).isEqualTo(new Extent3D(0, 0, 0));
    }

    /// Counts the observed accesses, by CTA and by thread of the host.
    private static class Tally implements LaunchObserver {

        final Map<Extent3D, LongAdder> ofCta = new ConcurrentHashMap<>();
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        @Override
        public void instructionIssued(Warp warp, LaneGroup group, int active) {
            threads.add(Thread.currentThread());
            ofCta.computeIfAbsent(warp.cta().position(), _ -> new LongAdder()).increment();
        }
    }

    @Test
    void anObserverIsToldByTheThreadThatLaunched() {
        var machine = TestDevice.running(loop("round", 2000)).using(3);
        var tally = new Tally();

        machine.launch(
                machine.kernel(), LaunchShape.of(24, 32), tally, machine.allocate("out", 128));

        assertThat(tally.threads).containsExactly(Thread.currentThread());
        assertThat(tally.ofCta).hasSize(24);
    }

    @Test
    void anObserverThatTakesCtasApartIsToldAllOfEach() {
        var machine = TestDevice.running(loop("round", 2000)).using(3);
        var tally =
                new Tally() {
                    @Override
                    public boolean permitsParallelCtas() {
                        return true;
                    }
                };

        machine.launch(
                machine.kernel(), LaunchShape.of(24, 32), tally, machine.allocate("out", 128));

        assertThat(tally.ofCta).hasSize(24);
        assertThat(tally.ofCta.values()).allMatch(count -> count.sum() == 6005);
    }

    /// Records the events of each thread: "runs" for instructions, unless they follow a start.
    private static final class Workers implements LaunchObserver {

        final Map<Thread, String> events = new ConcurrentHashMap<>();

        @Override
        public boolean permitsParallelCtas() {
            return true;
        }

        @Override
        public void workerStarted() {
            record(" started");
        }

        @Override
        public void workerEnded() {
            record(" ended");
        }

        @Override
        public void instructionIssued(Warp warp, LaneGroup group, int active) {
            String before = events.getOrDefault(Thread.currentThread(), "");
            if (!before.endsWith("started") && !before.endsWith("runs")) {
                record(" runs");
            }
        }

        private void record(String event) {
            events.merge(Thread.currentThread(), event, String::concat);
        }
    }

    @Test
    void anObserverIsToldWhenEachThreadBeginsAndEndsToRunCtas() {
        var machine = TestDevice.running(loop("round", 2000)).using(3);
        var workers = new Workers();

        machine.launch(
                machine.kernel(), LaunchShape.of(60, 32), workers, machine.allocate("out", 128));

        assertThat(workers.events).containsKey(Thread.currentThread());
        assertThat(workers.events.values()).isSubsetOf(" runs started ended", " started ended");
    }

    @Test
    void anObserverIsToldThatThreadsEndAfterAFault() {
        var machine = TestDevice.running(only(9, "trap;", loop("round", 2000))).using(3);
        var workers = new Workers();
        var out = machine.allocate("out", 128);

        assertThatThrownBy(() ->
                        machine.launch(machine.kernel(), LaunchShape.of(60, 32), workers, out))
                .isInstanceOf(KernelFaultException.class);

        assertThat(workers.events.values()).isSubsetOf(" runs started ended", " started ended");
    }

    @Test
    void aLaunchOnOneThreadHasNoWorkers() {
        var machine = TestDevice.running(loop("round", 2000)).using(1);
        var workers = new Workers();

        machine.launch(
                machine.kernel(), LaunchShape.of(60, 32), workers, machine.allocate("out", 128));

        assertThat(workers.events).containsExactly(Map.entry(Thread.currentThread(), " runs"));
    }
}
