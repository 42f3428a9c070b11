package org.offloadtck.engine.systemcall;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.engine.code.BuiltinFunction.SystemCall;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes calls of the functions that the device supplies, for each lane in ascending order (*PTX
/// Writer's Guide to Interoperability* 13.0 §5).
public final class SystemCalls {

    /// Longest string that is read from device memory, in bytes.
    private static final int MAX_STRING = 1 << 16;

    private final GlobalMemory memory;
    private final DeviceHeap heap;
    private final LaunchObserver observer;
    private final StringBuilder output = new StringBuilder();
    private HeapTurn turn = (_, _) -> {};

    /// Orders the accesses of CTAs to the heap.
    public interface HeapTurn {

        /// Waits until it is the turn of the CTA.
        ///
        /// @throws LaneFault of the lane if the CTA must stop instead
        void await(Cta cta, int lane);
    }

    public SystemCalls(GlobalMemory memory, LaunchOptions options) {
        this.memory = memory;
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
            var call = new LaneCall(warp, group, site, Integer.numberOfTrailingZeros(rest));
            switch (function) {
                case BuiltinFunction.Pure(LaneFunction pure) ->
                        call.result(
                                pure.apply(call.argument(0), call.argument(1), call.argument(2)));
                case SystemCall.VPRINTF -> call.result(print(call));
                case SystemCall.MALLOC -> call.result(allocate(call));
                case SystemCall.FREE -> free(call);
                case SystemCall.ASSERT_FAIL -> throw assertion(call);
            }
        }
    }

    /// The call of one lane: its arguments and its result in its local memory.
    private record LaneCall(Warp warp, LaneGroup group, CallSite site, int lane) {

        private CallFrame frame() {
            return group.frame();
        }

        /// An argument, or 0 if the call has fewer.
        long argument(int index) {
            if (index >= site.arguments().size()) {
                return 0;
            }
            var piece = site.arguments().get(index);
            long at = warp.localMemory().at(frame().localStart() + piece.offset(), lane);
            return NativeBytes.get(at, piece.size());
        }

        void result(long value) {
            if (!site.results().isEmpty()) {
                var piece = site.results().getFirst();
                long at = warp.localMemory().at(frame().localStart() + piece.offset(), lane);
                NativeBytes.put(at, piece.size(), value);
            }
        }

        /// The bytes of a string in device memory up to its zero byte, as characters 0 to 255.
        String string(long address, GlobalMemory memory) {
            var bytes = new byte[MAX_STRING];
            int length = 0;
            while (length < MAX_STRING) {
                byte next = (byte) load(address + length, 1, memory);
                if (next == 0) {
                    break;
                }
                bytes[length++] = next;
            }
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }

        /// The string of an argument, empty for a null pointer.
        String text(int index, GlobalMemory memory) {
            return argument(index) == 0 ? "" : string(argument(index), memory);
        }

        long load(long address, int size, GlobalMemory memory) {
            long window = AddressSpace.window(address);
            long offset = address - window;
            if (window == AddressSpace.LOCAL && offset <= frame().localEnd() - size) {
                return NativeBytes.get(warp.localMemory().at(offset, lane), size);
            }
            if (window == AddressSpace.SHARED && offset <= warp.cta().sharedSize() - size) {
                return NativeBytes.get(warp.cta().shared() + offset, size);
            }
            if (memory.find(address, size).isPresent()) {
                return NativeBytes.get(address + memory.hostOffset(), size);
            }
            try (var arena = Arena.ofConfined()) {
                long place = arena.allocate(size, size).address();
                if (memory.isOutside(address) && memory.host().read(address, place, size)) {
                    return NativeBytes.get(place, size);
                }
            }
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    lane,
                    "argument at 0x%x is %s".formatted(address, memory.describe(address)));
        }
    }

    private long allocate(LaneCall call) {
        turn.await(call.warp().cta(), call.lane());
        var block = heap.allocate(call.argument(0));
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
                                call.text(1, memory),
                                call.argument(2),
                                call.text(3, memory),
                                brackets(cta.position()),
                                brackets(thread),
                                call.text(0, memory)));
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
        String format = call.string(call.argument(0), memory);
        var record = PrintfRecord.of(format, new PrintArguments(call, call.argument(1)));
        new PrintfFormat(record).print(output);
        return record.count();
    }

    private final class PrintArguments implements PrintfRecord.Arguments {

        private final LaneCall call;
        private long next;

        PrintArguments(LaneCall call, long next) {
            this.call = call;
            this.next = next;
        }

        @Override
        public long next(int size) {
            next = Math.ceilDiv(next, size) * size;
            long value = call.load(next, size, memory);
            next += size;
            return value;
        }

        @Override
        public String string(long address) {
            return call.string(address, memory);
        }
    }
}
