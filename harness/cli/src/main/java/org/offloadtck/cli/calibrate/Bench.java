package org.offloadtck.cli.calibrate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.offloadtck.cli.calibrate.Experiment.Content;
import org.offloadtck.cli.calibrate.Experiment.Operand;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.scenario.DeviceProgram;

/// Runs experiments on one device.
///
/// @param programs loaded so far, by module
record Bench(Device device, Map<String, DeviceProgram> programs) implements AutoCloseable {

    /// Multiplier and increment of the generator that fills buffers (*Numerical Recipes*, 2nd
    /// edition, §7.1: `ranqd1`).
    private static final int MULTIPLIER = 1664525;

    private static final int INCREMENT = 1013904223;

    private static final int FLOAT_EXPONENT = 0x3f80_0000;
    private static final int FLOAT_FRACTION_SHIFT = 9;
    private static final int BYTE_SHIFT = 24;

    static Bench on(Device device) {
        return new Bench(device, new HashMap<>());
    }

    /// What a launch told of itself.
    ///
    /// @param clock what the kernel left in the first word of its second buffer; 0 if it has none
    record Reading(List<Measurement> measurements, long clock) {

        /// The value of a measurement.
        ///
        /// @throws IllegalStateException if the device did not tell it
        long of(String metric) {
            return measurements.stream()
                    .filter(measured -> measured.metric().equals(metric))
                    .mapToLong(Measurement::value)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no " + metric));
        }
    }

    /// Launches an experiment at a size as often as asked, on the same memory.
    List<Reading> launch(Experiment experiment, int size, int times) {
        var program =
                programs.computeIfAbsent(
                        experiment.module(),
                        module -> DeviceProgram.load(device, module, Corpus.text(module)));
        var arrangement = experiment.arrangement().apply(size);
        var buffers = new ArrayList<DeviceMemory>();
        try {
            var arguments =
                    arrangement.operands().stream()
                            .map(operand -> argument(operand, buffers))
                            .toList();
            var readings = new ArrayList<Reading>();
            for (int i = 0; i < times; i++) {
                var measured =
                        program.launch(experiment.name().kernel(), arrangement.size(), arguments);
                readings.add(new Reading(measured, clock(experiment, buffers)));
            }
            return readings;
        } finally {
            buffers.forEach(DeviceMemory::close);
        }
    }

    private long clock(Experiment experiment, List<DeviceMemory> buffers) {
        return switch (experiment.timekeeper()) {
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

    private void fill(DeviceMemory memory, Content content) {
        try (var queue = device.createQueue()) {
            switch (content) {
                case Content.Plain.ZEROS -> queue.fill(memory, 0, memory.size(), (byte) 0);
                case Content.Plain.FLOATS -> queue.write(memory, 0, words(memory, Bench::float32));
                case Content.Plain.BYTES ->
                        queue.write(memory, 0, words(memory, bits -> bits >>> BYTE_SHIFT));
                case Content.Ring(int stride) -> queue.write(memory, 0, ring(memory, stride));
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
        programs.values().forEach(DeviceProgram::close);
    }
}
