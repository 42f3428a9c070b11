package org.offloadtck.calibration.benchmark;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ImageToolchain;
import org.offloadtck.plugin.image.TargetId;

/// Runs benchmarks on one device. Each size of a benchmark keeps its memory from launch to launch,
/// since the duration depends on where memory lies, until another benchmark is launched: all of
/// them together need more memory than a simulated device has.
public final class BenchmarkRunner implements AutoCloseable {

    /// The target of the benchmarks, which every device of the model executes.
    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    /// Multiplier and increment of the generator that fills buffers (*Numerical Recipes*, 2nd
    /// edition, §7.1: `ranqd1`).
    private static final int MULTIPLIER = 1664525;

    private static final int INCREMENT = 1013904223;

    /// Rounds of the kernel that shows the clock: a millisecond or more.
    private static final int CLOCK_ROUNDS = 40_000;

    /// Rounds of the kernel that runs while a measured launch is enqueued: 0.4 ms on an H200.
    private static final int ENQUEUE_ROUNDS = 20_000;

    /// Cycles per nanosecond to megahertz.
    private static final double MEGA = 1000;

    private static final int FLOAT_EXPONENT = 0x3f80_0000;
    private static final int FLOAT_FRACTION_SHIFT = 9;
    private static final int BYTE_SHIFT = 24;

    private final Device device;
    private final Clock clock;
    private final ImageToolchain toolchain;
    private final Map<String, Program> programs = new HashMap<>();
    private final Map<LaunchKey, PreparedLaunch> launches = new HashMap<>();
    private final Map<String, PreparedLaunch> unmeasured = new HashMap<>();

    /// @param clock that measures the duration of launches on the device
    /// @throws UnusableMeasurementsException if there is no assembler or no linker for the
    ///   benchmarks' target
    public BenchmarkRunner(Device device, Clock clock) {
        this.device = device;
        this.clock = clock;
        this.toolchain =
                ImageToolchain.installed(TARGET)
                        .orElseThrow(() ->
                                new UnusableMeasurementsException(
                                        "there is no assembler or no linker for " + TARGET));
    }

    /// @param copy 0, or 1 for the launch beside it
    private record LaunchKey(String benchmark, int size, int copy) {}

    /// A launch with its memory.
    ///
    /// @param buffers of the arguments, in their order
    private record PreparedLaunch(
            Kernel kernel, LaunchSize size, List<Argument> arguments, List<DeviceMemory> buffers) {}

    /// The source of the duration of a launch.
    public enum Clock {
        /// The device's events, and the clock that the kernel reads. A kernel runs before the first
        /// event until the launch and the second event are enqueued, too: otherwise the events
        /// would enclose the 13 microseconds that the host takes for that (H200, driver 580, 2026).
        DEVICE(LaunchMetric.ELAPSED, 0),
        /// The events of a simulated device behind a driver, which have no time of the host in
        /// them, and of their own what the emulated driver adds to a command.
        SIMULATED_DEVICE(LaunchMetric.ELAPSED, TimeSource.EVENTS.overhead()),
        /// The timing model.
        MODEL(LaunchMetric.MODELLED_TIME, 0);

        private final LaunchMetric metric;
        private final long added;

        /// @param added nanoseconds, to what the device says
        Clock(LaunchMetric metric, long added) {
            this.metric = metric;
            this.added = added;
        }
    }

    /// Launches a benchmark at one size several times.
    ///
    /// @param before runs before each launch, when its memory has been filled
    public LaunchDuration launch(KernelBenchmark benchmark, int size, int times, Runnable before) {
        var launches = new ArrayList<LaunchDuration.Single>();
        prepared(benchmark, size, 0); // memory that is filled now would be in caches
        for (int i = 0; i < times; i++) {
            before.run();
            launches.add(launch(benchmark, size));
        }
        return LaunchDuration.of(launches);
    }

    /// Waits until the device has raised its clocks, and measures that of the multiprocessors.
    public ClockStability awaitStableClocks() {
        var load = KernelBenchmarkSuite.load();
        var stability = await(load, load.sizes().getLast());
        var clock = KernelBenchmarkSuite.clock();
        var first = launch(clock, clock.sizes().getFirst());
        var last = launch(clock, CLOCK_ROUNDS);
        long cycles = last.cycles() - first.cycles();
        return stability.at(MEGA * cycles / (last.nanoseconds() - first.nanoseconds()));
    }

    /// The same on a simulated device, which has no clock to measure and launches a smaller kernel.
    public ClockStability awaitSimulatedClocks() {
        var load = KernelBenchmarkSuite.load();
        return await(load, load.sizes().getFirst());
    }

    private ClockStability await(KernelBenchmark load, int size) {
        return ClockStability.await(() -> launch(load, size).nanoseconds());
    }

    private LaunchDuration.Single launch(KernelBenchmark benchmark, int size) {
        var launch = prepared(benchmark, size, 0);
        return switch (benchmark.method().protocol()) {
            case COLD -> launch(benchmark, launch);
            case WARM -> {
                launch(benchmark, launch);
                yield launch(benchmark, launch);
            }
            case PAIRED -> launchBoth(benchmark, launch, prepared(benchmark, size, 1));
        };
    }

    private PreparedLaunch prepared(KernelBenchmark benchmark, int size, int copy) {
        var experiment = benchmark.name().experiment();
        if (launches.keySet().stream().anyMatch(key -> !key.benchmark().equals(experiment))) {
            launches.values().forEach(BenchmarkRunner::free);
            launches.clear();
        }
        return launches.computeIfAbsent(
                new LaunchKey(experiment, size, copy), _ -> prepare(benchmark, size));
    }

    private static void free(PreparedLaunch launch) {
        launch.buffers().forEach(DeviceMemory::close);
    }

    private PreparedLaunch prepare(KernelBenchmark benchmark, int size) {
        var module = benchmark.module();
        var program = programs.computeIfAbsent(module.name(), _ -> load(module));
        var kernel = program.kernel(benchmark.name().kernel()).orElseThrow();
        var setup = benchmark.setup().apply(size);
        var buffers = new ArrayList<DeviceMemory>();
        var arguments =
                setup.operands().stream().map(operand -> argument(operand, buffers)).toList();
        return new PreparedLaunch(kernel, setup.size(), arguments, List.copyOf(buffers));
    }

    private Program load(KernelBenchmark.Module module) {
        return device.createProgram(toolchain.build(module.name(), module.text()));
    }

    private LaunchDuration.Single launch(KernelBenchmark benchmark, PreparedLaunch launch) {
        try (var queue = device.createQueue()) {
            delay(queue);
            try (var event = enqueue(queue, launch)) {
                queue.synchronize();
                return duration(benchmark, launch, event);
            }
        }
    }

    private LaunchDuration.Single launchBoth(
            KernelBenchmark benchmark, PreparedLaunch first, PreparedLaunch second) {
        try (var queue = device.createQueue();
                var other = device.createQueue()) {
            delay(queue);
            delay(other);
            try (var event = enqueue(queue, first);
                    var beside = enqueue(other, second)) {
                queue.synchronize();
                other.synchronize();
                return duration(benchmark, first, event)
                        .beside(duration(benchmark, second, beside));
            }
        }
    }

    /// Keeps a queue of a device busy while a launch is enqueued.
    private void delay(Queue queue) {
        if (clock == Clock.DEVICE) {
            enqueueUnmeasured(queue, KernelBenchmarkSuite.clock(), ENQUEUE_ROUNDS);
        }
    }

    /// Reads more memory than the second-level cache has, so that no line in it is newer than
    /// memory is: a launch would wait until such lines are written.
    public void cleanCaches() {
        var reading = KernelBenchmarkSuite.cleaning();
        try (var queue = device.createQueue()) {
            enqueueUnmeasured(queue, reading, reading.sizes().getFirst());
            queue.synchronize();
        }
    }

    /// Enqueues a launch that is not measured, whose memory is kept until the runner is closed.
    private void enqueueUnmeasured(Queue queue, KernelBenchmark benchmark, int size) {
        var launch =
                unmeasured.computeIfAbsent(
                        benchmark.name().experiment(), _ -> prepare(benchmark, size));
        enqueue(queue, launch).close();
    }

    private static Event enqueue(Queue queue, PreparedLaunch launch) {
        return queue.launch(launch.kernel(), launch.size(), launch.arguments());
    }

    private LaunchDuration.Single duration(
            KernelBenchmark benchmark, PreparedLaunch launch, Event event) {
        var measured = event.measurements();
        return new LaunchDuration.Single(
                value(measured, clock.metric) + clock.added,
                switch (clock) {
                    case DEVICE, SIMULATED_DEVICE -> clock(benchmark, launch.buffers());
                    case MODEL -> value(measured, LaunchMetric.CYCLES);
                });
    }

    private static long value(List<Measurement> measurements, LaunchMetric metric) {
        return Measurement.value(measurements, metric)
                .orElseThrow(() -> new IllegalStateException("no " + metric.word()));
    }

    private long clock(KernelBenchmark benchmark, List<DeviceMemory> buffers) {
        return switch (benchmark.timeSource()) {
            case EVENTS -> 0;
            case KERNEL -> {
                var word = MemorySegment.ofArray(new byte[Long.BYTES]);
                try (var queue = device.createQueue()) {
                    queue.read(word, buffers.get(1), 0);
                    queue.synchronize();
                }
                yield word.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            }
        };
    }

    private Argument argument(Operand operand, List<DeviceMemory> buffers) {
        return switch (operand) {
            case Operand.Constant(var value) -> value;
            case Operand.Buffer(long bytes, var content) -> {
                var memory = device.allocate(bytes);
                buffers.add(memory);
                fill(memory, content);
                yield Argument.Pointer.to(memory);
            }
        };
    }

    private void fill(DeviceMemory memory, InitialContents content) {
        try (var queue = device.createQueue()) {
            switch (content) {
                case InitialContents.Pattern.ZEROS ->
                        queue.fill(memory, 0, memory.size(), (byte) 0);
                case InitialContents.Pattern.FLOATS ->
                        queue.write(memory, 0, words(memory, BenchmarkRunner::float32));
                case InitialContents.Pattern.BYTES ->
                        queue.write(memory, 0, words(memory, bits -> bits >>> BYTE_SHIFT));
                case InitialContents.PointerChase(int stride) -> writeRing(queue, memory, stride);
            }
            queue.synchronize();
        }
    }

    private static int float32(int bits) {
        return FLOAT_EXPONENT | bits >>> FLOAT_FRACTION_SHIFT;
    }

    private static MemorySegment words(DeviceMemory memory, IntUnaryOperator word) {
        int[] words = new int[Math.toIntExact(memory.size() / Integer.BYTES)];
        int state = 1;
        for (int i = 0; i < words.length; i++) {
            state = state * MULTIPLIER + INCREMENT;
            words[i] = word.applyAsInt(state);
        }
        return MemorySegment.ofArray(words);
    }

    /// Writes the addresses alone, since a ring may be longer than an array.
    private static void writeRing(Queue queue, DeviceMemory memory, int stride) {
        long first = memory.address().orElseThrow();
        long count = memory.size() / stride;
        for (long i = 0; i < count; i++) {
            long[] next = {first + stride * ((i + 1) % count)};
            queue.write(memory, stride * i, MemorySegment.ofArray(next));
        }
    }

    @Override
    public void close() {
        launches.values().forEach(BenchmarkRunner::free);
        unmeasured.values().forEach(BenchmarkRunner::free);
        programs.values().forEach(Program::close);
    }
}
