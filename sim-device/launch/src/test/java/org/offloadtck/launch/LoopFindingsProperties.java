package org.offloadtck.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// The findings of loops do not depend on whether their accesses are checked one by one or as
/// addresses that are linear in the iteration: the interpreter knows no such addresses.
class LoopFindingsProperties {

    private static final int CTAS = 3;
    private static final int RESIDENT = 64;
    private static final long CAPACITY = 32 << 20;

    /// Distance of two addresses whose 32-bit offsets are equal.
    private static final long WRAP = 1L << 32;

    @Property(tries = 150, seed = "24")
    void findingsOfLoopsAreTheSame(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 70) int threads) {
        var body = RandomLoop.body(seed);

        assertThat(found(body, threads, ExecutionStrategy.BYTECODE))
                .as(body)
                .isEqualTo(found(body, threads, ExecutionStrategy.INTERPRETER));
    }

    /// The index of the loads wraps after four iterations, so that their addresses are not on a
    /// line although the first two are. Another thread stores where the last ones load.
    @Example
    void anIndexThatWrapsIsNotLinear() {
        var body =
                """
                ld.param.u64 %rd1, [out];
                mov.u32 %r2, 0xfffffff0;
                mov.u32 %r3, 0;
                mov.u32 %r4, 0;
                again:
                cvt.u64.u32 %rd2, %r2;
                add.u64 %rd2, %rd2, %rd1;
                ld.global.u32 %r5, [%rd2];
                add.u32 %r4, %r4, %r5;
                add.u32 %r2, %r2, 4;
                add.u32 %r3, %r3, 1;
                setp.lt.u32 %p1, %r3, 8;
                @%p1 bra again;
                setp.eq.u32 %p2, %r0, 0;
                @%p2 st.global.u32 [%rd1+4], %r4;
                """;
        var memory = new Memory(WRAP + CAPACITY, WRAP + RandomLoop.BYTES);
        memory.write(0, RandomLoop.BYTES);
        memory.write(WRAP - RandomLoop.BYTES, 2 * RandomLoop.BYTES);

        assertThat(memory.found(body, 32, ExecutionStrategy.BYTECODE)).contains("race");
    }

    /// The first half of the warp leaves the loop after two iterations. Nobody loads what thread 0
    /// stores: it would have loaded that in its sixth iteration.
    @Example
    void lanesThatLeftALoopLoadNothing() {
        var body =
                """
                setp.lt.u32 %p1, %r0, 16;
                selp.b32 %r4, 2, 8, %p1;
                mov.u64 %rd1, %rd0;
                mov.u32 %r3, 0;
                again:
                ld.global.u32 %r5, [%rd1];
                add.u64 %rd1, %rd1, 128;
                add.u32 %r3, %r3, 1;
                setp.lt.u32 %p1, %r3, %r4;
                @%p1 bra again;
                mov.u32 %r6, %ctaid.x;
                setp.eq.u32 %p2, %r6, 2;
                setp.eq.and.u32 %p2, %r0, 0, %p2;
                @%p2 st.global.u32 [%rd0+640], %r3;
                """;
        var memory = new Memory(CAPACITY, RandomLoop.BYTES);
        memory.write(0, RandomLoop.BYTES);

        assertThat(memory.found(body, 32, ExecutionStrategy.BYTECODE)).endsWith(" []");
    }

    /// Half of `out` has values.
    private static String found(String body, int threads, ExecutionStrategy executor) {
        var memory = new Memory(CAPACITY, RandomLoop.BYTES);
        memory.write(0, RandomLoop.BYTES / 2 + 64);
        return memory.found(body, threads, executor);
    }

    /// The memory of a device and what is found in it.
    private static final class Memory {

        private final GlobalMemory memory;
        private final Allocation out;
        private final List<KernelFinding> findings = new ArrayList<>();
        private final Sanitizer sanitizer;

        Memory(long capacity, long bytes) {
            memory = GlobalMemory.ofCapacity(capacity, Arena.ofAuto());
            sanitizer = new Sanitizer(memory, EnumSet.allOf(Check.class), findings::add);
            out = memory.allocate("out", bytes).orElseThrow();
        }

        void write(long offset, long bytes) {
            sanitizer.written(out.address() + offset, bytes);
        }

        String found(String body, int threads, ExecutionStrategy executor) {
            var ptx = TestDevice.kernel(RandomLoop.DECLARATIONS, body);
            var image = ProgramLoader.load(PtxParser.parse("loop.ptx", ptx), memory);
            var kernel = image.kernel("k").orElseThrow();
            var shape = LaunchShape.of(CTAS, threads);
            byte[] block = new byte[Long.BYTES];
            ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putLong(out.address());
            var target = new Sanitizer.LaunchTarget(image, kernel, shape);
            try {
                var outcome =
                        sanitizer.launch(
                                target,
                                observer ->
                                        Grid.launch(
                                                image,
                                                kernel,
                                                shape,
                                                block,
                                                options(executor, observer)));
                return "%s %s".formatted(outcome, findings);
            } catch (KernelFaultException fault) {
                return "%s %s".formatted(fault.getMessage(), findings);
            }
        }

        private LaunchOptions options(ExecutionStrategy executor, LaunchObserver observer) {
            var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
            return LaunchOptions.of(LaunchLimits.of(RESIDENT, heap), HostThreads.of(1))
                    .withExecutor(executor)
                    .withObserver(observer);
        }
    }
}
