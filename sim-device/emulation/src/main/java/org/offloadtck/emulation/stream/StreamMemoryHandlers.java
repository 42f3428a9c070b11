package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.MemoryWord;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the streams' operations on a word of memory (CUDA driver API 12.6, *Stream Memory
/// Operations*). Every address is the word's, its value and flags follow.
public final class StreamMemoryHandlers implements DispatchTable.HandlerGroup {

    /// `CU_STREAM_WAIT_VALUE_FLUSH`, which needs `CAN_FLUSH_REMOTE_WRITES`.
    private static final int FLUSH = 1 << 30;

    private final DriverState state;

    public StreamMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_STREAM_WRITE_VALUE_32, call -> write(call, Integer.BYTES));
        table.add(DriverFunction.CU_STREAM_WRITE_VALUE_64, call -> write(call, Long.BYTES));
        table.add(DriverFunction.CU_STREAM_WAIT_VALUE_32, call -> await(call, Integer.BYTES));
        table.add(DriverFunction.CU_STREAM_WAIT_VALUE_64, call -> await(call, Long.BYTES));
    }

    private DriverReply write(Invocation call, int bytes) {
        var stream = call.stream(0);
        // CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER is invalid on an H200 with driver 580.159, too.
        call.flags(3, 0);
        var word = word(call, bytes);
        call.submit(stream, new StreamCommand.WriteValue(stream.context(), word, call.raw(2)));
        return DriverReply.success();
    }

    private DriverReply await(Invocation call, int bytes) {
        var stream = call.stream(0);
        if ((call.number(3) & FLUSH) != 0) {
            throw call.error(3, DriverResult.NOT_SUPPORTED, "requests a flush of remote writes");
        }
        var comparison = MemoryWord.Comparison.of(call.constant(3, MemoryWord.Comparison.LAST));
        var word = word(call, bytes);
        call.submit(
                stream,
                new StreamCommand.AwaitValue(stream.context(), word, call.raw(2), comparison));
        return DriverReply.success();
    }

    /// The word at the address in argument 1. Managed memory is not permitted
    /// (`cuStreamWaitValue32`), nor host memory that is not registered (measured on an H200).
    private MemoryWord word(Invocation call, int bytes) {
        long address = call.raw(1);
        if (address % bytes != 0) {
            throw call.error(
                    1, DriverResult.INVALID_VALUE, "should be a multiple of %d".formatted(bytes));
        }
        var memory = state.memory();
        if (memory.find(address, bytes).isEmpty() && memory.registered().find(address).isEmpty()) {
            throw call.misuse(
                    1,
                    DriverResult.INVALID_VALUE,
                    "is not memory of the device: it is " + memory.describe(address));
        }
        if (state.allocations()
                .containing(address)
                .filter(block -> block.kind() == DriverAllocation.Kind.MANAGED)
                .isPresent()) {
            throw call.misuse(1, DriverResult.INVALID_VALUE, "is managed memory");
        }
        return new MemoryWord(address, bytes);
    }
}
