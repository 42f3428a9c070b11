package org.offloadtck.engine.deviceruntime;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
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
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// A device with a program whose kernels launch kernels.
final class RuntimeBench implements RuntimeDevice, LaunchTree.Executor {

    static final int PENDING_LAUNCHES = 40;

    private final GlobalMemory memory = GlobalMemory.ofCapacity(64 << 20, Arena.ofAuto());
    private final DeviceHeap heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
    private final RuntimeMemory runtimeMemory = new RuntimeMemory(memory);
    private final LoadedProgram program;
    private final List<String> problems = new ArrayList<>();
    private final List<String> work = new ArrayList<>();
    private int threads = 1;

    RuntimeBench(String ptx) {
        this.program = ProgramLoader.load(PtxParser.parse("test.ptx", ptx), memory);
    }

    RuntimeBench using(int hostThreads) {
        threads = hostThreads;
        return this;
    }

    Allocation allocate(long bytes) {
        return memory.allocate("data", bytes).orElseThrow();
    }

    int[] ints(Allocation allocation) {
        var ints = new int[(int) allocation.size() / Integer.BYTES];
        memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(ints);
        return ints;
    }

    /// Launches a kernel with 64-bit arguments, and executes all work that follows from it.
    LaunchOutcome launch(String kernel, int ctas, long... arguments) {
        var block = ByteBuffer.allocate(8 * arguments.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long argument : arguments) {
            block.putLong(argument);
        }
        var tree = new LaunchTree(this);
        var root = tree.root();
        var outcome =
                run(
                        program.kernel(kernel).orElseThrow(),
                        LaunchShape.of(ctas, 1),
                        block.array(),
                        root);
        tree.complete(root, outcome.work().commands(), this);
        return outcome;
    }

    private LaunchOutcome run(
            DecodedFunction kernel, LaunchShape shape, byte[] parameters, GridRuntime runtime) {
        work.add(kernel.name());
        var options =
                LaunchOptions.of(LaunchLimits.of(16, heap), HostThreads.of(threads))
                        .withDeviceRuntime(runtime);
        var outcome = Grid.launch(program, kernel, shape, parameters, options);
        outcome.work().problems().forEach(problem -> problems.add(problem.problem()));
        return outcome;
    }

    /// The names of the kernels, copies and fills that were executed, in order.
    List<String> work() {
        return work;
    }

    List<String> problems() {
        return problems;
    }

    /// Whether all parameter buffers are freed.
    boolean isFree() {
        return runtimeMemory.used() == 0;
    }

    @Override
    public Optional<List<DeviceCommand>> launch(DeviceCommand.Launch launch, GridRuntime runtime) {
        return Optional.of(
                run(launch.kernel(), launch.shape(), launch.parameters(), runtime)
                        .work()
                        .commands());
    }

    @Override
    public boolean copy(DeviceCommand.Copy copy) {
        work.add("copy of %d bytes".formatted(copy.target().width()));
        return true;
    }

    @Override
    public boolean fill(DeviceCommand.Fill fill) {
        work.add("fill with %d".formatted(fill.value()));
        return true;
    }

    @Override
    public DeviceSpec spec() {
        return DeviceSpec.h100();
    }

    @Override
    public int ordinal() {
        return 0;
    }

    @Override
    public RuntimeMemory memory() {
        return runtimeMemory;
    }

    @Override
    public OptionalInt attribute(int number) {
        return number == 16 ? OptionalInt.of(132) : OptionalInt.empty();
    }

    @Override
    public OptionalLong limit(int number) {
        return number == 4 ? OptionalLong.of(PENDING_LAUNCHES) : OptionalLong.empty();
    }

    @Override
    public int maxDynamicSharedBytes(DecodedFunction kernel) {
        return 48 << 10;
    }
}
