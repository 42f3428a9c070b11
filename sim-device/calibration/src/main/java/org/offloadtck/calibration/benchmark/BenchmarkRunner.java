package org.offloadtck.calibration.benchmark;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.scenario.device.AssembledProgram;

/// Runs experiments on one device. A size of an experiment has its own memory, which stays as it is
/// from launch to launch, for how long one takes depends on where memory lies.
public final class BenchmarkRunner implements AutoCloseable {

    /// Multiplier and increment of the generator that fills buffers (*Numerical Recipes*, 2nd
    /// edition, §7.1: `ranqd1`).
    private static final int MULTIPLIER = 1664525;

    private static final int INCREMENT = 1013904223;

    private static final int FLOAT_EXPONENT = 0x3f80_0000;
    private static final int FLOAT_FRACTION_SHIFT = 9;
    private static final int BYTE_SHIFT = 24;

    private final Device device;
    private final Clock told;
    private final Map<String, AssembledProgram> programs = new HashMap<>();
    private final Map<LaunchKey, PreparedLaunch> scenes = new HashMap<>();

    /// @param told what the device says of a launch's time
    public BenchmarkRunner(Device device, Clock told) {
        this.device = device;
        this.told = told;
    }

    private record LaunchKey(String experiment, int size) {}

    /// What an experiment needs at a size.
    ///
    /// @param buffers those of the arguments that are memory
    private record PreparedLaunch(
            AssembledProgram program,
            LaunchSize size,
            List<Argument> arguments,
            List<DeviceMemory> buffers) {}

    /// How a launch's time is told.
    public enum Clock {
        /// By the device's events, and by the clock that the kernel reads.
        MEASURED("elapsed"),
        /// By the model.
        MODELLED("modelled-time");

        private final String metric;

        Clock(String metric) {
            this.metric = metric;
        }
    }

    /// Launches an experiment at a size as often as asked.
    ///
    /// @param before each launch
    /// @return the least that a launch took
    public LaunchDuration launch(KernelBenchmark experiment, int size, int times, Runnable before) {
        var scene =
                scenes.computeIfAbsent(
                        new LaunchKey(experiment.name().experiment(), size),
                        _ -> prepare(experiment, size));
        return Stream.generate(
                        () -> {
                            before.run();
                            return launch(experiment, scene);
                        })
                .limit(times)
                .reduce(LaunchDuration::min)
                .orElseThrow();
    }

    private PreparedLaunch prepare(KernelBenchmark experiment, int size) {
        var program =
                programs.computeIfAbsent(
                        experiment.module(),
                        module -> AssembledProgram.load(device, module, Corpus.text(module)));
        var arrangement = experiment.setup().apply(size);
        var buffers = new ArrayList<DeviceMemory>();
        var arguments =
                arrangement.operands().stream().map(operand -> argument(operand, buffers)).toList();
        return new PreparedLaunch(program, arrangement.size(), arguments, List.copyOf(buffers));
    }

    private LaunchDuration launch(KernelBenchmark experiment, PreparedLaunch scene) {
        var measured =
                scene.program().launch(experiment.name().kernel(), scene.size(), scene.arguments());
        return new LaunchDuration(
                value(measured, told.metric),
                switch (told) {
                    case MEASURED -> clock(experiment, scene.buffers());
                    case MODELLED -> value(measured, "cycles");
                });
    }

    private static long value(List<Measurement> measurements, String metric) {
        return measurements.stream()
                .filter(measured -> measured.metric().equals(metric))
                .mapToLong(Measurement::value)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + metric));
    }

    private long clock(KernelBenchmark experiment, List<DeviceMemory> buffers) {
        return switch (experiment.timeSource()) {
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
                case InitialContents.PointerChase(int stride) ->
                        queue.write(memory, 0, ring(memory, stride));
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

    private static MemorySegment ring(DeviceMemory memory, int stride) {
        long first = memory.address().orElseThrow();
        long[] words = new long[Math.toIntExact(memory.size() / Long.BYTES)];
        int count = Math.toIntExact(memory.size() / stride);
        for (int i = 0; i < count; i++) {
            words[i * (stride / Long.BYTES)] = first + (long) stride * ((i + 1) % count);
        }
        return MemorySegment.ofArray(words);
    }

    @Override
    public void close() {
        scenes.values().forEach(scene -> scene.buffers().forEach(DeviceMemory::close));
        programs.values().forEach(AssembledProgram::close);
    }
}
