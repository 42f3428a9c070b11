package org.offloadtck.benchmark;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.offloadtck.benchmark.PeerKernel.Sizes;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.finding.FindingFormatter;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.TimingModel;
import org.offloadtck.timing.trace.TraceBudget;

/// A device with the kernels loaded and one of them ready for repeated launches.
public final class KernelFixture {

    /// The factor of `saxpy`.
    static final float FACTOR = 2.5f;

    private static final long CAPACITY = 256L << 20;

    /// Resident CTAs of the device: the number of CTAs of 256 threads that the device `t4` of the
    /// kit holds.
    private static final int RESIDENT = 160;

    private final PeerKernel kernel;
    private final GlobalMemory memory = GlobalMemory.ofCapacity(CAPACITY, Arena.ofAuto());
    private final List<KernelFinding> findings = new ArrayList<>();
    private final Sanitizer detector =
            new Sanitizer(memory, EnumSet.allOf(Check.class), findings::add);
    private HostThreads hostThreads = HostThreads.of(1);
    private final LaunchLimits limits =
            LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
    private final LoadedProgram program;
    private final TimingModel model;
    private final DecodedFunction function;
    private final Allocation output;
    private final byte[] parameters;

    private KernelFixture(PeerKernel kernel) {
        this.kernel = kernel;
        var module = PtxParser.parse(kernel.module(), Corpus.text(kernel.module()));
        this.program = ProgramLoader.load(module, memory);
        this.model = TimingModel.of(program, TimedDevice.of(DeviceSpec.named("t4").orElseThrow()));
        this.function =
                program.functions().stream()
                        .filter(each -> each.isKernel() && each.name().contains(kernel.symbol()))
                        .findFirst()
                        .orElseThrow();
        this.output = allocate("output", (long) Integer.BYTES * outputs(kernel));
        var arguments = new ArrayList<Number>(scalars(kernel));
        inputs(kernel).forEach(input -> arguments.add(input.address()));
        arguments.add(output.address());
        this.parameters = block(arguments);
        reset();
    }

    /// A device with the inputs of that kernel in its memory.
    public static KernelFixture of(PeerKernel kernel) {
        return new KernelFixture(kernel);
    }

    /// Sets the output to its initial values.
    public void reset() {
        float first = kernel == PeerKernel.SAXPY ? 1f : 0f;
        var values = bytes(output).asFloatBuffer();
        float[] initial = new float[values.remaining()];
        Arrays.fill(initial, first);
        values.put(initial);
        detector.written(output.address(), output.size());
    }

    /// Launches the kernel and waits for its end.
    ///
    /// @param threads maximum number of host threads
    public LaunchCounters launch(LaunchMode mode, int threads) {
        if (threads != hostThreads.count()) {
            hostThreads = HostThreads.of(threads);
        }
        var options = LaunchOptions.of(limits, hostThreads).withTurns(WarpTurns.OF_A_DEVICE);
        return switch (mode) {
            case FUNCTIONAL -> launch(options);
            case INTERPRETED -> launch(options.withExecutor(ExecutionStrategy.INTERPRETER));
            case CHECKS ->
                    detector.launch(
                                    new Sanitizer.LaunchTarget(program, function, kernel.shape()),
                                    observer ->
                                            result(
                                                    options.withTurns(WarpTurns.LONG)
                                                            .withObserver(observer)))
                            .counters();
            case TIMING -> {
                var timer = model.timer(function, kernel.shape());
                var counters = launch(options.withObserver(timer.observer()));
                require(timer.timing());
                yield counters;
            }
        };
    }

    /// Times a launch as on a T4.
    ///
    /// @param room for its traces
    /// @param threads maximum number of host threads
    public Timing time(TraceBudget room, int threads) {
        var timer = model.timer(function, kernel.shape(), room);
        result(LaunchOptions.of(limits, HostThreads.of(threads)).withObserver(timer.observer()));
        return timer.timing();
    }

    private LaunchCounters launch(LaunchOptions options) {
        return result(options).counters();
    }

    private LaunchOutcome result(LaunchOptions options) {
        return Grid.launch(program, function, kernel.shape(), parameters, options);
    }

    private void require(Timing timing) {
        if (timing instanceof Timing.Unknown(var reason)) {
            throw new IllegalStateException(
                    "%s is not timed: %s".formatted(kernel.symbol(), reason));
        }
    }

    /// Verifies the result of the only launch since [#reset], and that no launch had findings but
    /// those that are known of device runtimes.
    ///
    /// @throws IllegalStateException if the output is wrong or a check reported a finding
    public void verify() {
        var known = Suppressions.ofDeviceRuntimes();
        for (var finding : findings) {
            if (known.matching(finding).isEmpty()) {
                throw new IllegalStateException(
                        "%s: %s".formatted(kernel.symbol(), FindingFormatter.problem(finding)));
            }
        }
        if (!KernelOracle.accepts(kernel, bytes(output))) {
            throw new IllegalStateException("%s: the result is wrong".formatted(kernel.symbol()));
        }
    }

    private static int outputs(PeerKernel kernel) {
        return switch (kernel) {
            case SAXPY -> Sizes.VECTOR;
            case MATMUL_NAIVE, MATMUL_TILED -> Sizes.MATRIX * Sizes.MATRIX;
            case REDUCE -> 1;
            case HISTOGRAM -> 256;
            case NBODY -> 4 * Sizes.BODIES;
            case MANDELBROT -> Sizes.PICTURE * Sizes.PICTURE;
            case HASHES -> Sizes.TEAMS * Sizes.HASHES;
            case MATRIX_VECTOR -> Sizes.ROWS;
        };
    }

    /// The scalar arguments, which precede the addresses.
    private static List<Number> scalars(PeerKernel kernel) {
        return switch (kernel) {
            case SAXPY -> List.of(Sizes.VECTOR, FACTOR);
            case MATMUL_NAIVE, MATMUL_TILED -> List.of(Sizes.MATRIX);
            case REDUCE, HISTOGRAM -> List.of(Sizes.VECTOR);
            case NBODY -> List.of(Sizes.BODIES);
            case MANDELBROT -> List.of(Sizes.PICTURE, Sizes.PICTURE, Sizes.ITERATIONS);
            case HASHES -> List.of((long) Sizes.HASHES);
            case MATRIX_VECTOR -> List.of((long) Sizes.ROWS);
        };
    }

    private List<Allocation> inputs(PeerKernel kernel) {
        var numbers = new KernelInputs();
        return switch (kernel) {
            case SAXPY -> List.of(hold(numbers.floats(Sizes.VECTOR)));
            case MATMUL_NAIVE, MATMUL_TILED -> {
                int size = Sizes.MATRIX * Sizes.MATRIX;
                yield List.of(hold(numbers.floats(size)), hold(numbers.floats(size)));
            }
            case REDUCE, HISTOGRAM -> List.of(hold(numbers.bytes(Sizes.VECTOR)));
            case NBODY -> List.of(hold(numbers.floats(4 * Sizes.BODIES)));
            case MANDELBROT -> List.of();
            case HASHES -> List.of(hold(numbers.bytes(Sizes.TEAMS * Sizes.HASHES)));
            case MATRIX_VECTOR -> {
                var matrix = hold(numbers.floats(Sizes.ROWS * Sizes.ROWS));
                yield List.of(matrix, hold(numbers.floats(Sizes.ROWS)));
            }
        };
    }

    private Allocation allocate(String name, long bytes) {
        return memory.allocate(name, bytes).orElseThrow();
    }

    private Allocation hold(float[] values) {
        var allocation = allocate("input", (long) Float.BYTES * values.length);
        bytes(allocation).asFloatBuffer().put(values);
        detector.written(allocation.address(), allocation.size());
        return allocation;
    }

    private Allocation hold(int[] values) {
        var allocation = allocate("input", (long) Integer.BYTES * values.length);
        bytes(allocation).asIntBuffer().put(values);
        detector.written(allocation.address(), allocation.size());
        return allocation;
    }

    private ByteBuffer bytes(Allocation allocation) {
        return memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] block(List<Number> arguments) {
        var block = ByteBuffer.allocate(function.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < arguments.size(); i++) {
            int at = function.parameters().get(i).offset();
            switch (arguments.get(i)) {
                case Long address -> block.putLong(at, address);
                case Float number -> block.putFloat(at, number);
                case Number number -> block.putInt(at, number.intValue());
            }
        }
        return block.array();
    }
}
