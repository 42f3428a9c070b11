package org.offloadtck.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.api.RunOpening;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.UnifiedMemory;

/// A client process: makes calls from one thread and moves the bytes of host copies itself.
public final class ClientProgram implements AutoCloseable {

    /// Less than any device has: what is untouched costs nothing, but tests touch.
    private static final long ARENA_BYTES = 32L << 20;

    private final RunRegistry runs = new RunRegistry();
    private final EmulatedDriver driver = new EmulatedDriver(runs);
    private final Arena memory = Arena.ofShared();
    private final MemorySegment arena = memory.allocate(ARENA_BYTES);
    private final String run;
    private final DriverSession session;
    private final DriverThread thread;
    private boolean ended;

    private ClientProgram(String run, List<String> options, Optional<String> visibleDevices) {
        this.run = options.isEmpty() ? run : ((RunOpening.Opened) runs.openRun(options)).run();
        this.session =
                driver.open(
                        new Client(ProcessHandle.current().pid(), this.run),
                        visibleDevices,
                        new SharedSpace(arena, ARENA_BYTES / 2, UnifiedMemory.NONE));
        this.thread = session.attach();
    }

    /// A process of a run with these options; `--device t4` if there are none.
    public static ClientProgram run(String... options) {
        var words = new ArrayList<>(List.of(options));
        if (words.isEmpty()) {
            words.addAll(List.of("--device", "t4"));
        }
        return new ClientProgram("", words, Optional.empty());
    }

    /// A process of a run of three devices, with this value of `CUDA_VISIBLE_DEVICES`.
    public static ClientProgram seeing(String visibleDevices) {
        return new ClientProgram("", List.of("--devices", "3"), Optional.of(visibleDevices));
    }

    /// A process that was started without `exec`.
    static ClientProgram alone() {
        return new ClientProgram("", List.of(), Optional.empty());
    }

    /// The same with the driver initialised and the first device's primary context current.
    public ClientProgram ready() {
        ok(DriverFunction.CU_INIT, 0);
        long context = ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 0);
        ok(DriverFunction.CU_CTX_SET_CURRENT, context);
        return this;
    }

    /// The next function that a stream calls; the call before it has returned.
    public Optional<HostCall.Due> nextHostCall() {
        return session.nextHostCall();
    }

    /// Makes the calls of functions that streams ask for, as a thread of the client does.
    void serveHostCalls() {
        boolean isOpen = true;
        while (isOpen) {
            isOpen = session.nextHostCall().isPresent();
        }
    }

    /// Another thread of the process.
    public DriverThread attach() {
        return session.attach();
    }

    DriverThread thread() {
        return thread;
    }

    DriverSession session() {
        return session;
    }

    public DriverReply call(DriverFunction function, Object... inputs) {
        return thread.call(call(function, List.of(inputs)));
    }

    public static DriverCall call(DriverFunction function, List<Object> inputs) {
        var numbers = new ArrayList<Long>();
        var buffers = new ArrayList<byte[]>();
        for (var input : inputs) {
            switch (input) {
                case Long number -> numbers.add(number);
                case Integer number -> numbers.add((long) number);
                case String text -> buffers.add(text.getBytes(UTF_8));
                case byte[] bytes -> buffers.add(bytes);
                default -> throw new IllegalArgumentException(input.toString());
            }
        }
        return new DriverCall(function, numbers, buffers);
    }

    /// Makes a call that succeeds.
    ///
    /// @return its first output, or 0
    public long ok(DriverFunction function, Object... inputs) {
        var reply = call(function, inputs);
        assertThat(reply.result())
                .as("%s%s", function.symbol(), Arrays.toString(inputs))
                .isEqualTo(DriverResult.SUCCESS);
        return reply.outputs().isEmpty() ? 0 : reply.outputs().getFirst();
    }

    public DriverResult result(DriverFunction function, Object... inputs) {
        return call(function, inputs).result();
    }

    public long allocate(long bytes) {
        return ok(DriverFunction.CU_MEM_ALLOC, bytes);
    }

    /// A kernel of a module that is loaded for it.
    public long kernel(String ptx, String name) {
        long module = ok(DriverFunction.CU_MODULE_LOAD_DATA, ptx);
        return ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, name);
    }

    /// Launches `ctas` × `threads` with 64-bit arguments in the legacy default stream.
    public DriverReply launch(long kernel, int ctas, int threads, long... arguments) {
        var block =
                ByteBuffer.allocate(arguments.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long argument : arguments) {
            block.putLong(argument);
        }
        return call(
                DriverFunction.CU_LAUNCH_KERNEL,
                kernel,
                ctas,
                1,
                1,
                threads,
                1,
                1,
                0,
                0,
                block.array());
    }

    /// Copies ints to the device.
    public void write(long address, int... values) {
        ok(DriverFunction.CU_MEMCPY_HTOD, address, 0x7000L, (long) values.length * Integer.BYTES);
        MemorySegment.copy(
                MemorySegment.ofArray(values),
                0,
                at(address, (long) values.length * Integer.BYTES),
                0,
                (long) values.length * Integer.BYTES);
    }

    /// Copies ints from the device.
    public int[] read(long address, int count) {
        ok(DriverFunction.CU_MEMCPY_DTOH, 0x7000L, address, (long) count * Integer.BYTES);
        return at(address, (long) count * Integer.BYTES).toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    /// Memory as the process has it mapped.
    public MemorySegment at(long address, long bytes) {
        return arena.asSlice(address - AddressSpace.GLOBAL, bytes);
    }

    /// Ends the process and the run.
    public RunClosing finish() {
        end();
        return runs.closeRun(run, RunEnd.EXITED);
    }

    private void end() {
        if (!ended) {
            ended = true;
            session.close();
        }
    }

    @Override
    public void close() {
        end();
        thread.close();
        memory.close();
    }
}
