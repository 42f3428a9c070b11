package org.offloadtck.engine.systemcall;

import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.engine.code.BuiltinFunction.SystemCall;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes calls of the functions that the device supplies, for each lane in ascending order (*PTX
/// Writer's Guide to Interoperability* 13.0 §5). Calls of the heap and of the device runtime wait
/// for their turn ([HeapTurn]).
public final class SystemCalls {

    private final LoadedProgram program;
    private final GlobalMemory memory;
    private final DeviceHeap heap;
    private final LaunchObserver observer;
    private final DeviceRuntimeCalls runtime;
    private final StringBuilder output = new StringBuilder();
    private HeapTurn turn = (_, _) -> {};

    /// Orders the accesses of CTAs to the heap.
    public interface HeapTurn {

        /// Waits until it is the turn of the CTA.
        ///
        /// @throws LaneFault of the lane if the CTA must stop instead
        void await(Cta cta, int lane);
    }

    /// @param work receives the results of calls of the device runtime
    public SystemCalls(
            LoadedProgram program, LaunchOptions options, DeviceRuntimeCalls.Listener work) {
        this.program = program;
        this.memory = program.memory();
        this.runtime = new DeviceRuntimeCalls(options.deviceRuntime(), work);
        this.heap = options.limits().heap();
        this.observer = options.observer();
    }

    /// The bytes that device code printed, as characters 0 to 255.
    public String output() {
        return output.toString();
    }

    public void setHeapTurn(HeapTurn other) {
        turn = other;
    }

    public void clearOutput() {
        output.setLength(0);
    }

    public void execute(Warp warp, LaneGroup group, CallSite site) {
        if (!(site.target() instanceof CallSite.Target.Builtin(BuiltinFunction function))) {
            throw new IllegalStateException("call of a function of the module");
        }
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            var call =
                    new LaneCall(program, warp, group, site, Integer.numberOfTrailingZeros(rest));
            switch (function) {
                case BuiltinFunction.Pure(LaneFunction pure) ->
                        call.result(
                                pure.apply(call.argument(0), call.argument(1), call.argument(2)));
                case SystemCall.VPRINTF -> call.result(print(call));
                case SystemCall.MALLOC -> call.result(allocate(call, call.argument(0)));
                case SystemCall.FREE -> free(call);
                case SystemCall.ASSERT_FAIL -> throw assertion(call);
                case SystemCall.SET_CONDITION -> setCondition(call);
                case DeviceRuntimeFunction of -> execute(of, call);
            }
        }
    }

    private void execute(DeviceRuntimeFunction function, LaneCall call) {
        switch (function) {
            case MALLOC -> {
                long address = allocate(call, call.argument(1));
                call.store(call.argument(0), Long.BYTES, address);
                call.result(address == 0 ? runtime.outOfMemory(call) : 0);
            }
            case FREE -> {
                free(call);
                call.result(0);
            }
            default -> {
                turn.await(call.warp().cta(), call.lane());
                runtime.execute(function, call);
            }
        }
    }

    private long allocate(LaneCall call, long bytes) {
        turn.await(call.warp().cta(), call.lane());
        var block = heap.allocate(bytes);
        block.ifPresent(
                got -> observer.heapBlockAllocated(call.warp(), call.group(), call.lane(), got));
        return block.map(Allocation::address).orElse(0L);
    }

    private void free(LaneCall call) {
        turn.await(call.warp().cta(), call.lane());
        long address = call.argument(0);
        if (address != 0 && !heap.free(address)) {
            throw new LaneFault(
                    FaultKind.INVALID_FREE,
                    call.lane(),
                    "free of 0x%x, which is %s"
                            .formatted(
                                    address,
                                    memory.find(address, 1)
                                            .map(other ->
                                                    "in %s, no block of malloc's".formatted(other))
                                            .orElseGet(() -> memory.describe(address))));
        }
    }

    /// Executes `cudaGraphSetConditional(handle, value)`. Calls of a grid are made in the order of
    /// CTAs, so that the value is the same in each run.
    private void setCondition(LaneCall call) {
        turn.await(call.warp().cta(), call.lane());
        long handle = call.argument(0);
        if (!memory.conditions().store(handle, (int) call.argument(1))) {
            throw new LaneFault(
                    FaultKind.INVALID_CALL,
                    call.lane(),
                    "cudaGraphSetConditional: 0x%x is not the handle of a condition of a graph"
                            .formatted(handle));
        }
    }

    /// The fault of a failed assertion. Its text is the line that the driver of an H200 (580.159)
    /// writes to standard error.
    private LaneFault assertion(LaneCall call) {
        var cta = call.warp().cta();
        var thread = cta.shape().cta().position(call.warp().index() * Code.LANES + call.lane());
        return new LaneFault(
                FaultKind.ASSERTION,
                call.lane(),
                "%s:%d: %s: block: %s, thread: %s Assertion `%s` failed."
                        .formatted(
                                call.text(1),
                                call.argument(2),
                                call.text(3),
                                brackets(cta.position()),
                                brackets(thread),
                                call.text(0)));
    }

    private static String brackets(Extent3D position) {
        return "[%d,%d,%d]".formatted(position.x(), position.y(), position.z());
    }

    /// Executes `vprintf(format, arguments)`. The arguments are in memory after the default
    /// argument promotions of C, each at a multiple of its size.
    ///
    /// @return the number of arguments, or -1 for a null format (CUDA C++ Programming Guide 13.0
    ///   §10.33)
    private long print(LaneCall call) {
        if (call.argument(0) == 0) {
            return -1;
        }
        String format = call.string(call.argument(0));
        var record = PrintfRecord.of(format, new PrintArguments(call, call.argument(1)));
        new PrintfFormat(record).print(output);
        return record.count();
    }

    private static final class PrintArguments implements PrintfRecord.Arguments {

        private final LaneCall call;
        private long next;

        PrintArguments(LaneCall call, long next) {
            this.call = call;
            this.next = next;
        }

        @Override
        public long next(int size) {
            next = Math.ceilDiv(next, size) * size;
            long value = call.load(next, size);
            next += size;
            return value;
        }

        @Override
        public String string(long address) {
            return call.string(address);
        }
    }
}
