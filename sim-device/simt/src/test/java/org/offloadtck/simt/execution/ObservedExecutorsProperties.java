package org.offloadtck.simt.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.check.Check;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.LaunchTimer;
import org.offloadtck.simt.timing.TimingModel;

/// What observers make of random programs, full of races, does not depend on how these are
/// executed.
class ObservedExecutorsProperties {

    private static final int CTAS = 3;
    private static final int RESIDENT = 64;
    private static final int CAPACITY = 32 << 20;
    private static final int BYTES = 8192;

    @Property(tries = 25, seed = "21")
    void findings_are_the_same_and_times_with_them(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        var shape = LaunchShape.of(CTAS, threads);

        assertThat(found(seed, shape, Executor.BYTECODE))
                .isEqualTo(found(seed, shape, Executor.INTERPRETER));
    }

    @Property(tries = 12, seed = "22")
    void times_are_the_same(@ForAll long seed, @ForAll @IntRange(min = 1, max = 70) int threads) {
        var shape = LaunchShape.of(CTAS, threads);

        var body = RandomProgram.body(seed);

        assertThat(timed(body, shape, Executor.BYTECODE))
                .isEqualTo(timed(body, shape, Executor.INTERPRETER));
    }

    /// Half of `out` has no values.
    private static String found(long seed, LaunchShape shape, Executor executor) {
        var memory = GlobalMemory.ofCapacity(CAPACITY);
        var findings = new ArrayList<Finding>();
        var detector = new FaultDetector(memory, EnumSet.allOf(Check.class), findings::add);
        var device = Device.of(memory, RandomProgram.body(seed));
        detector.written(device.out().address(), BYTES / 2);
        var timer = device.timer(shape);
        var target = new FaultDetector.Target(device.image(), device.kernel(), shape);
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
    void a_store_of_sixteen_bytes_to_local_memory_is_timed_once() {
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

        assertThat(timed(body, shape, Executor.BYTECODE))
                .isEqualTo(timed(body, shape, Executor.INTERPRETER));
    }

    private static String timed(String body, LaunchShape shape, Executor executor) {
        var device = Device.of(GlobalMemory.ofCapacity(CAPACITY), body);
        var timer = device.timer(shape);
        var outcome = outcome(() -> device.launch(shape, executor, timer.observer()));
        return "%s %s".formatted(outcome, timer.timing());
    }

    private static String outcome(Supplier<LaunchResult> launch) {
        try {
            return launch.get().toString();
        } catch (KernelFaultException fault) {
            return fault.getMessage() + fault.soFar();
        }
    }

    /// A program, and the memory it is for.
    private record Device(GlobalMemory memory, DeviceImage image, Allocation out) {

        static Device of(GlobalMemory memory, String body) {
            var ptx = Machine.kernel(RandomProgram.DECLARATIONS, body);
            var image = DeviceImage.load(PtxParser.parse("random.ptx", ptx), memory);
            var out = memory.allocate("out", BYTES, Allocation.Access.READ_WRITE).orElseThrow();
            return new Device(memory, image, out);
        }

        DeviceFunction kernel() {
            return image.kernel("k").orElseThrow();
        }

        LaunchTimer timer(LaunchShape shape) {
            var spec = DeviceSpec.named("t4").orElseThrow();
            return TimingModel.of(image, spec).timer(kernel(), shape);
        }

        LaunchResult launch(LaunchShape shape, Executor executor, LaunchObserver observer) {
            byte[] block = new byte[Long.BYTES];
            ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putLong(out.address());
            var limits =
                    LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
            var options = LaunchOptions.of(limits).withExecutor(executor).withObserver(observer);
            return Grid.launch(image, kernel(), shape, block, options);
        }
    }
}
