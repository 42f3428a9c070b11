package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchProgressListener;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// Kernels that spin while the host may change memory.
@Timeout(60)
class SpinDiagnosisTest {

    private static final String SPIN =
            """
            spin:
            ld.volatile.global.u32 %r1, [%rd0];
            setp.eq.u32 %p2, %r1, 0;
            @%p2 bra spin;
            """;

    private final GlobalMemory memory = GlobalMemory.ofCapacity(16 << 20, Arena.ofAuto());
    private final Allocation flags = memory.allocate("flags", 256).orElseThrow();

    /// Sets a flag when the launch waits.
    private final class Setter implements LaunchProgressListener {

        private final List<SortedSet<Long>> waits = new ArrayList<>();
        private final List<SortedSet<Long>> reads = new ArrayList<>();

        @Override
        public void progressed(long ended, long all, long instructions) {}

        @Override
        public synchronized void reads(SortedSet<Long> addresses) {
            reads.add(addresses);
        }

        @Override
        public synchronized void waits(SortedSet<Long> addresses) {
            waits.add(addresses);
            setFlags();
        }

        private void setFlags() {
            var words = memory.slice(flags.address(), flags.size());
            for (long at = 0; at < flags.size(); at += Integer.BYTES) {
                words.set(ValueLayout.JAVA_INT_UNALIGNED, at, 1);
            }
        }
    }

    private final Setter setter = new Setter();

    private void launch(String body, int ctas, HostAccess host) {
        var program =
                ProgramLoader.load(
                        PtxParser.parse("spin.ptx", TestDevice.kernel("", body)), memory);
        var limits = LaunchLimits.of(64, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
        var block = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        Grid.launch(
                program,
                program.functions().getFirst(),
                LaunchShape.of(ctas, 2),
                block.putLong(flags.address()).array(),
                LaunchOptions.of(limits, HostThreads.of(2)).withHost(host).withProgress(setter));
    }

    private KernelFaultException fault(String body, int ctas, HostAccess host) {
        return catchThrowableOfType(KernelFaultException.class, () -> launch(body, ctas, host));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aSpinOnMemoryThatTheHostCannotChangeIsALivelock(int ctas) {
        var fault = fault(SPIN, ctas, address -> address != flags.address());

        assertThat(fault).isNull();
        assertThat(setter.waits.getFirst()).containsExactly(flags.address() + Integer.BYTES);
        setter.waits.clear();
        memory.slice(flags.address(), flags.size()).fill((byte) 0);

        fault = fault(SPIN, ctas, address -> address > flags.address() + Integer.BYTES);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .contains("threads 0-1 loop at")
                .contains("; they read 0x%x (".formatted(flags.address()))
                .endsWith(", which nothing will change");
        assertThat(setter.waits).isEmpty();
    }

    /// Continues launches whose turn ends. None waits for memory.
    ///
    /// @param ended receives the number of turns that have ended
    private static HostAccess turns(IntConsumer ended) {
        return new HostAccess.Scheduled(
                new HostAccess.LaunchScheduler() {
                    private int turns;

                    @Override
                    public HostAccess.Decision stalled(HostAccess.Stall stall) {
                        throw new IllegalStateException("waits for memory");
                    }

                    @Override
                    public HostAccess.Decision sliceEnded(HostAccess.Residence residence) {
                        ended.accept(++turns);
                        return new HostAccess.Decision.Continue(64);
                    }
                });
    }

    private HostAccess settingFlagsAfter(int turns) {
        return turns(turn -> {
            if (turn == turns) {
                setter.setFlags();
            }
        });
    }

    private static Stream<HostAccess> hosts() {
        return Stream.of(HostAccess.CONCURRENT, turns(_ -> {}));
    }

    /// Polls a word in shared memory until it is set or a time has passed.
    private static String pollShared(String condition) {
        return """
        .shared .b32 word;
        mov.u64 %rd1, %globaltimer;
        spin:
        mov.u64 %rd2, %globaltimer;
        sub.u64 %rd2, %rd2, %rd1;
        setp.CONDITION;
        @%p2 bra late;
        ld.volatile.shared.u32 %r1, [word];
        setp.eq.u32 %p3, %r1, 0;
        @%p3 bra spin;
        late:
        ld.param.u64 %rd3, [out];
        st.global.u64 [%rd3], %rd2;
        """
                .replace("CONDITION", condition);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aLoopThatReadsTheClockAndSharedMemoryIsALivelock(HostAccess host) {
        var fault = fault(pollShared("gt.u64 %p2, %rd2, 0xffffffffffffffff"), 2, host);

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem())
                .contains("2 CTAs from (0, 0, 0) to (1, 0, 0): threads 0-1 loop at");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aLoopThatReadsTheClockAndSharedMemoryEndsAtItsTimeLimit(HostAccess host) {
        launch(pollShared("gt.u64 %p2, %rd2, 1000000000000"), 2, host);

        assertThat(memory.slice(flags.address(), 8).get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                .isGreaterThan(1_000_000_000_000L);
    }

    /// A loop that waits for the host at most that time, which does not pass.
    @Test
    void theClockOfALoopThatReadsMemoryRunsAsBefore() {
        var waiting =
                pollShared("gt.u64 %p2, %rd2, 0xffffffffff")
                        .replace(
                                "ld.volatile.shared.u32 %r1, [word]",
                                "ld.volatile.global.u32 %r1, [%rd0]");

        launch(waiting, 1, settingFlagsAfter(5));

        assertThat(memory.slice(flags.address(), 8).get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                .isBetween(1L << 26, 1L << 28);
    }

    /// Of the 64 threads that account for the bytes, or of the 128 of a barrier, some are missing.
    @ParameterizedTest
    @CsvSource({
        "transactions, 32, 0-31 wait at .* \\(0 of 1 arrivals pending.* 128 bytes of transactions",
        "handover, 96, 0-63 wait at .* \\(32 of 128 arrivals pending\\)"
    })
    void aBarrierOfLibcuxxThatNobodyCompletesIsADeadlock(String name, int threads, String waits) {
        String path = "ptx/cuda_k_barrier.nvcc.sm90.ptx";
        var program = ProgramLoader.load(PtxParser.parse(path, Corpus.text(path)), memory);
        var limits = LaunchLimits.of(64, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
        var block = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(flags.address()).putLong(flags.address()).putInt(1);
        var kernel = program.kernel(name).orElseThrow();
        var options = LaunchOptions.of(limits, HostThreads.of(2)).withHost(turns(_ -> {}));

        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () ->
                                Grid.launch(
                                        program,
                                        kernel,
                                        LaunchShape.of(2, threads),
                                        Arrays.copyOf(
                                                block.array(),
                                                Math.toIntExact(kernel.parameterBytes())),
                                        options));

        assertThat(fault.kind()).isEqualTo(FaultKind.DEADLOCK);
        assertThat(fault.problem()).containsPattern("threads " + waits);
    }

    @Test
    void aLoopThatReadsNothingIsALivelock() {
        assertThat(fault("here: bra here;", 1, HostAccess.CONCURRENT).kind())
                .isEqualTo(FaultKind.DEADLOCK);
    }

    /// The loop returns to its state after two turns of 65,536 instructions; in one of them, it
    /// does not read the flag.
    @Test
    void aLoopThatRarelyReadsTheFlagWaitsForIt() {
        var rarely =
                """
                again:
                mov.u32 %r2, 0;
                count:
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p3, %r2, 500;
                @%p3 bra count;
                ld.volatile.global.u32 %r1, [%rd0];
                setp.eq.u32 %p2, %r1, 0;
                @%p2 bra again;
                """;

        assertThatCode(() -> launch(rarely, 1, HostAccess.CONCURRENT)).doesNotThrowAnyException();
        assertThat(setter.waits.getFirst())
                .containsExactly(flags.address(), flags.address() + Integer.BYTES);
    }

    /// The counter makes every state a new one, so that the CTA does not wait.
    @Test
    void aLoopThatCountsIsReportedWithTheWordsThatItReads() {
        var counting =
                """
                spin:
                add.u64 %rd5, %rd5, 1;
                ld.volatile.global.u32 %r1, [%rd0];
                setp.eq.u32 %p2, %r1, 0;
                @%p2 bra spin;
                st.global.u32 [%rd0], 2;
                mov.u32 %r2, 0;
                count:
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p3, %r2, 200000;
                @%p3 bra count;
                """;

        launch(counting, 1, settingFlagsAfter(2));

        assertThat(setter.waits).isEmpty();
        assertThat(setter.reads)
                .startsWith(
                        new TreeSet<>(List.of(flags.address(), flags.address() + Integer.BYTES)))
                .endsWith(Collections.emptySortedSet());
    }

    /// A launch of `simulate`: nothing but its kernel changes memory.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoopThatCountsIsReportedWithoutAHost(int ctas) {
        var counting =
                """
                spin:
                add.u32 %r3, %r3, 1;
                ld.volatile.global.u32 %r1, [%rd0];
                setp.lt.u32 %p2, %r3, 4300000;
                @%p2 bra spin;
                st.global.u32 [%rd0], 2;
                mov.u32 %r2, 0;
                count:
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p3, %r2, 200000;
                @%p3 bra count;
                """;

        launch(counting, ctas, HostAccess.NONE);

        assertThat(setter.waits).isEmpty();
        assertThat(setter.reads)
                .startsWith(
                        new TreeSet<>(List.of(flags.address(), flags.address() + Integer.BYTES)))
                .endsWith(Collections.emptySortedSet());
    }

    @Test
    void aLaunchThatNeedsNothingOfTheHostDoesNotWait() {
        launch("st.global.u32 [%rd0], 1;", 8, HostAccess.CONCURRENT);

        assertThat(setter.waits).isEmpty();
    }
}
