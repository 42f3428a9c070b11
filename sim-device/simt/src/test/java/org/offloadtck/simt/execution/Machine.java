package org.offloadtck.simt.execution;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.check.FaultDetector.Target;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;

/// A device with one module loaded. What is launched is executed by both executors, and both have
/// to come to the same; on one that is watched, it is interpreted, and looked through for faults.
final class Machine {

    private static final int RESIDENT = 64;

    private final GlobalMemory memory = GlobalMemory.ofCapacity(256 << 20);
    private LaunchLimits limits =
            LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
    private final Execution execution;
    private final DeviceImage image;
    private int threads = Runtime.getRuntime().availableProcessors();

    private Machine(Function<GlobalMemory, Execution> execution, String source, String ptx) {
        this.execution = execution.apply(memory);
        image = DeviceImage.load(PtxParser.parse(source, ptx), memory);
    }

    static Machine of(String source, String ptx) {
        return new Machine(_ -> Execution.Twice.AND_COMPARED, source, ptx);
    }

    /// A machine with all checks on.
    ///
    /// @param reader told of each finding
    static Machine watched(String source, String ptx, Consumer<Finding> reader) {
        return new Machine(memory -> new Execution.Watched(memory, reader), source, ptx);
    }

    /// A machine whose only kernel is `k(out)`, with these lines in its body.
    static Machine running(String body) {
        return of("test.ptx", kernel("", body));
    }

    /// A module of `before` and a kernel `k(out)` with these lines in its body.
    ///
    /// Registers `%p1` … `%p9`, `%r1` … `%r19`, `%rd1` … `%rd9`, `%f…`, `%d…` are declared; `%r0`
    /// holds the thread's number in its CTA, `%rd0` the address of its word of `out`.
    static String kernel(String before, String body) {
        return """
        .version 7.0
        .target sm_75
        .address_size 64
        %s
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %%p<10>;
        .reg .b16 %%h<10>;
        .reg .b32 %%r<20>;
        .reg .b64 %%rd<10>;
        .reg .f32 %%f<10>;
        .reg .f64 %%d<10>;
        mov.u32 %%r0, %%tid.x;
        ld.param.u64 %%rd0, [out];
        mad.wide.u32 %%rd0, %%r0, 4, %%rd0;
        %s
        ret;
        }
        """
                .formatted(before, body);
    }

    /// Sets the limits of later launches, in bytes.
    void limit(int local, long heap) {
        limits =
                new LaunchLimits(
                        RESIDENT, local, new DeviceHeap(memory, heap), LaunchLimits.UNLIMITED);
    }

    /// Sets the most instructions a later launch may issue.
    void limitInstructions(long most) {
        limits = limits.withInstructions(most);
    }

    /// Sets how many threads of the host later launches may use.
    Machine using(int count) {
        threads = count;
        return this;
    }

    /// Nothing will be launched any more.
    void end() {
        execution.end();
    }

    DeviceImage image() {
        return image;
    }

    Allocation allocate(String name, long bytes) {
        return memory.allocate(name, bytes, Allocation.Access.READ_WRITE).orElseThrow();
    }

    /// The bytes of an allocation.
    ByteBuffer at(Allocation allocation) {
        execution.isSeenByHost(allocation);
        return memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer variable(String name) {
        return at(image.variable(name).orElseThrow());
    }

    int[] ints(Allocation allocation) {
        int[] ints = new int[(int) allocation.size() / Integer.BYTES];
        at(allocation).asIntBuffer().get(ints);
        return ints;
    }

    /// The only kernel of the module.
    DeviceFunction kernel() {
        return image.functions().stream()
                .filter(DeviceFunction::isKernel)
                .findFirst()
                .orElseThrow();
    }

    /// Launches a kernel with allocations, ints, longs and floats as arguments, by both executors.
    LaunchResult launch(DeviceFunction kernel, LaunchShape shape, Object... arguments) {
        return launch(kernel, shape, LaunchObserver.NONE, arguments);
    }

    /// As [#launch(DeviceFunction, LaunchShape, Object...)], watched by `observer`, so interpreted.
    LaunchResult launch(
            DeviceFunction kernel,
            LaunchShape shape,
            LaunchObserver observer,
            Object... arguments) {
        var block = ByteBuffer.allocate(kernel.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < arguments.length; i++) {
            var piece = kernel.parameters().get(i);
            long bits =
                    switch (arguments[i]) {
                        case Allocation allocation -> allocation.address();
                        case Integer number -> number & 0xffff_ffffL;
                        case Long number -> number;
                        case Float number -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
                        default -> throw new IllegalArgumentException("argument " + i);
                    };
            if (piece.size() == Long.BYTES) {
                block.putLong(piece.offset(), bits);
            } else {
                block.putInt(piece.offset(), (int) bits);
            }
        }
        var options = LaunchOptions.of(limits).withObserver(observer).withThreads(threads);
        Function<LaunchOptions, LaunchResult> launch =
                how -> Grid.launch(image, kernel, shape, block.array(), how);
        return observer.equals(LaunchObserver.NONE)
                ? execution.launch(new Target(image, kernel, shape), options, launch)
                : launch.apply(options);
    }

    /// Launches the only kernel with one CTA and returns what it left in a word for each thread.
    int[] words(int threads) {
        var out = allocate("out", 4L * threads);
        launch(kernel(), LaunchShape.of(1, threads), out);
        return ints(out);
    }
}
