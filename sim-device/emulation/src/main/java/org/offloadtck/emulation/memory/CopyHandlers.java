package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.inject.InjectedFault.CountedEvent;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Copies in one piece. Where the host has part in one, the client moves the bytes as soon as the
/// call has waited for the stream and said that it may.
public final class CopyHandlers implements DispatchTable.HandlerGroup {

    private final DriverState machine;

    public CopyHandlers(DriverState machine) {
        this.machine = machine;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEMCPY, call -> unified(call, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_ASYNC, call -> unified(call, call.stream(3)));
        table.add(DriverFunction.CU_MEMCPY_HTOD, call -> host(call, 0, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_HTOD_ASYNC, call -> host(call, 0, call.stream(3)));
        table.add(DriverFunction.CU_MEMCPY_DTOH, call -> host(call, 1, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_DTOH_ASYNC, call -> host(call, 1, call.stream(3)));
        table.add(DriverFunction.CU_MEMCPY_DTOD, call -> device(call, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_DTOD_ASYNC, call -> device(call, call.stream(3)));
        table.add(DriverFunction.CU_MEMCPY_PEER, call -> peer(call, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_PEER_ASYNC, call -> peer(call, call.stream(5)));
    }

    /// A copy by the client between the device's argument, at index 0 or 1, and the host's.
    private static DriverReply host(Invocation call, int device, EmulatedStream stream) {
        long bytes = call.raw(2);
        MemoryRangeCheck.require(call, device, bytes);
        MemoryRangeCheck.requireIfGlobal(call, 1 - device, call.raw(1 - device), bytes);
        requireNoInjection(call);
        call.await(stream);
        tell(call, device, bytes);
        return DriverReply.success();
    }

    /// Tells whoever watches memory that the client writes the range of an argument, the one at
    /// index 0, or reads it.
    private static void tell(Invocation call, int index, long bytes) {
        var watch = call.machine().memory().observer();
        if (index == 0) {
            watch.written(call.raw(index), bytes);
        } else {
            watch.read(call.raw(index), bytes);
        }
    }

    private DriverReply unified(Invocation call, EmulatedStream stream) {
        boolean isWithin = machine.isGlobal(call.raw(0)) && machine.isGlobal(call.raw(1));
        if (isWithin) {
            return device(call, stream);
        }
        MemoryRangeCheck.requireIfGlobal(call, 0, call.raw(0), call.raw(2));
        MemoryRangeCheck.requireIfGlobal(call, 1, call.raw(1), call.raw(2));
        requireNoInjection(call);
        call.await(stream);
        for (int index = 0; index <= 1; index++) {
            if (machine.isGlobal(call.raw(index))) {
                tell(call, index, call.raw(2));
            }
        }
        return DriverReply.success();
    }

    private static DriverReply device(Invocation call, EmulatedStream stream) {
        return move(call, stream, 1, call.raw(2));
    }

    private static DriverReply peer(Invocation call, EmulatedStream stream) {
        DriverState.requireHealthy(call.context(1));
        DriverState.requireHealthy(call.context(3));
        return move(call, stream, 2, call.raw(4));
    }

    /// A copy by the worker, from the address at index `source` to that at index 0.
    private static DriverReply move(
            Invocation call, EmulatedStream stream, int source, long bytes) {
        MemoryRangeCheck.require(call, 0, bytes);
        MemoryRangeCheck.require(call, source, bytes);
        requireNoInjection(call);
        if (bytes > 0) {
            call.submit(
                    stream,
                    new StreamCommand.Copy(
                            stream.context(),
                            Rectangle.line(call.raw(0), bytes),
                            Rectangle.line(call.raw(source), bytes)));
        }
        return DriverReply.success();
    }

    static void requireNoInjection(Invocation call) {
        if (call.machine().injections().isNextToFail(CountedEvent.COPIES)) {
            throw DriverCallException.of(DriverResult.UNKNOWN, "the copy fails, as --inject asks");
        }
    }
}
