package org.offloadtck.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.fixture.RandomProgram;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.LaunchTimer;
import org.offloadtck.timing.replay.TimingModel;

/// What observers make of random programs, full of races, does not depend on how these are
/// executed.
class ObservedStrategiesProperties {

    private static final int CTAS = 3;
    private static final int RESIDENT = 64;
    private static final int CAPACITY = 32 << 20;
    private static final int BYTES = 8192;

    @Property(tries = 25, seed = "21")
    void findingsAreTheSameAndTimesWithThem(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        var shape = LaunchShape.of(CTAS, threads);

        assertThat(found(seed, shape, ExecutionStrategy.BYTECODE))
                .isEqualTo(found(seed, shape, ExecutionStrategy.INTERPRETER));
    }

    @Property(tries = 12, seed = "22")
    void timesAreTheSame(@ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        var shape = LaunchShape.of(CTAS, threads);

        var body = RandomProgram.body(seed);

        assertThat(timed(body, shape, ExecutionStrategy.BYTECODE))
                .isEqualTo(timed(body, shape, ExecutionStrategy.INTERPRETER));
    }

    /// Few threads diverge into groups of one lane and out of them.
    @Property(tries = 60, seed = "23")
    void findingsAndTimesOfSingleLanesAreTheSame(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int choice) {
        var shape = LaunchShape.of(CTAS, List.of(1, 2, 3, 33).get(choice));

        assertThat(found(seed, shape, ExecutionStrategy.BYTECODE))
                .isEqualTo(found(seed, shape, ExecutionStrategy.INTERPRETER));
        assertThat(timed(RandomProgram.body(seed), shape, ExecutionStrategy.BYTECODE))
                .isEqualTo(timed(RandomProgram.body(seed), shape, ExecutionStrategy.INTERPRETER));
    }

    /// Half of `out` has no values.
    private static String found(long seed, LaunchShape shape, ExecutionStrategy executor) {
        var memory = GlobalMemory.ofCapacity(CAPACITY, Arena.ofAuto());
        var findings = new ArrayList<KernelFinding>();
        var detector = new Sanitizer(memory, EnumSet.allOf(Check.class), findings::add);
        var device = Device.of(memory, RandomProgram.body(seed));
        detector.written(device.out().address(), BYTES / 2);
        var timer = device.timer(shape);
        var target = new Sanitizer.LaunchTarget(device.image(), device.kernel(), shape);
        var outcome =
                outcome(() ->
                        detector.launch(
                                target,
                                observer ->
                                        device.launch(
                                                shape, executor, observer.and(timer.observer()))));
        return "%s %s %s".formatted(outcome, findings, timer.timing());
    }

    /// Compiled code leaves it to the interpreter, for a thread's 16 bytes do not lie together.
    @Example
    void aStoreOfSixteenBytesToLocalMemoryIsTimedOnce() {
        var body =
                """
                .local .align 16 .b8 depot[64];
                mov.u64 %rd1, depot;
                cvta.local.u64 %rd1, %rd1;
                st.v4.u32 [%rd1+16], {%r0, %r0, %r0, %r0};
                ld.u32 %r1, [%rd1+20];
                st.global.u32 [%rd0], %r1;
                """;
        var shape = LaunchShape.of(1, 64);

        assertThat(timed(body, shape, ExecutionStrategy.BYTECODE))
                .isEqualTo(timed(body, shape, ExecutionStrategy.INTERPRETER));
    }

    private static String timed(String body, LaunchShape shape, ExecutionStrategy executor) {
        var device = Device.of(GlobalMemory.ofCapacity(CAPACITY, Arena.ofAuto()), body);
        var timer = device.timer(shape);
        var outcome = outcome(() -> device.launch(shape, executor, timer.observer()));
        return "%s %s".formatted(outcome, timer.timing());
    }

    private static String outcome(Supplier<LaunchOutcome> launch) {
        try {
            return launch.get().toString();
        } catch (KernelFaultException fault) {
            return fault.getMessage() + fault.partialOutcome();
        }
    }

    /// A program, and the memory it is for.
    private record Device(GlobalMemory memory, LoadedProgram image, Allocation out) {

        static Device of(GlobalMemory memory, String body) {
            var ptx = TestDevice.kernel(RandomProgram.DECLARATIONS, body);
            var image = ProgramLoader.load(PtxParser.parse("random.ptx", ptx), memory);
            var out = memory.allocate("out", BYTES).orElseThrow();
            return new Device(memory, image, out);
        }

        DecodedFunction kernel() {
            return image.kernel("k").orElseThrow();
        }

        LaunchTimer timer(LaunchShape shape) {
            var device = TimedDevice.of(DeviceSpec.named("t4").orElseThrow());
            return TimingModel.of(image, device).timer(kernel(), shape);
        }

        LaunchOutcome launch(
                LaunchShape shape, ExecutionStrategy executor, LaunchObserver observer) {
            byte[] block = new byte[Long.BYTES];
            ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putLong(out.address());
            var limits =
                    LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
            var options =
                    LaunchOptions.of(limits, HostThreads.ofProcessors())
                            .withExecutor(executor)
                            .withObserver(observer);
            return Grid.launch(image, kernel(), shape, block, options);
        }
    }
}
