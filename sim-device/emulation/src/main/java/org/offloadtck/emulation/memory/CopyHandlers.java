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

/// Handlers of linear copies. If host memory takes part that is not pinned, the client moves the
/// bytes: the call waits for the stream, checks the range and returns. The output `moves` tells it
/// to: a captured copy is carried out by the queue at each launch of its graph.
public final class CopyHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public CopyHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_MEMCPY,
                call -> ended(call, 1, unified(call, call.current().legacy())));
        table.add(DriverFunction.CU_MEMCPY_ASYNC, call -> unified(call, call.stream(3)));
        table.add(
                DriverFunction.CU_MEMCPY_HTOD,
                call -> ended(call, 1, host(call, 0, call.current().legacy())));
        table.add(DriverFunction.CU_MEMCPY_HTOD_ASYNC, call -> host(call, 0, call.stream(3)));
        table.add(
                DriverFunction.CU_MEMCPY_DTOH,
                call -> ended(call, 1, host(call, 1, call.current().legacy())));
        table.add(DriverFunction.CU_MEMCPY_DTOH_ASYNC, call -> host(call, 1, call.stream(3)));
        table.add(
                DriverFunction.CU_MEMCPY_DTOD,
                call -> ended(call, 1, device(call, call.current().legacy())));
        table.add(DriverFunction.CU_MEMCPY_DTOD_ASYNC, call -> device(call, call.stream(3)));
        table.add(
                DriverFunction.CU_MEMCPY_PEER,
                call -> ended(call, 2, peer(call, call.current().legacy())));
        table.add(DriverFunction.CU_MEMCPY_PEER_ASYNC, call -> peer(call, call.stream(5)));
    }

    /// Waits for a copy without a stream if the host shares memory with it.
    ///
    /// @param source index of the address of the source; that of the target is 0
    private static DriverReply ended(Invocation call, int source, DriverReply reply) {
        call.awaitHostMemory(call.raw(0), call.raw(source));
        return reply;
    }

    /// A copy between host memory and the device memory in argument `device` (0 or 1).
    private DriverReply host(Invocation call, int device, EmulatedStream stream) {
        MemoryRangeCheck.requireReachable(call, device, call.raw(2));
        return unified(call, stream);
    }

    /// The memory at the address in argument `index`, of as many bytes as argument 2 states.
    private static Rectangle line(Invocation call, int index) {
        return Rectangle.line(call.raw(index), call.raw(2));
    }

    /// Captures a copy with host memory, unless the stream is not captured.
    ///
    /// @return whether it is
    private static boolean capture(
            Invocation call, EmulatedStream stream, Rectangle target, Rectangle source) {
        boolean isCaptured = call.state().captures().taking(stream).isPresent();
        if (isCaptured && target.bytes() > 0) {
            call.submit(stream, new StreamCommand.Copy(stream.context(), target, source));
        }
        return isCaptured;
    }

    /// Reports to the observer of global memory that the client writes the range in argument 0, or
    /// reads the range in argument 1.
    private static void tell(Invocation call, int index, long bytes) {
        var observer = call.state().memory().observer();
        if (!call.state().isGlobal(call.raw(index))) {
            return;
        }
        if (index == 0) {
            observer.written(call.raw(index), bytes);
        } else {
            observer.read(call.raw(index), bytes);
        }
    }

    /// A copy by the command queue if all memory is of the session, as pinned memory is, otherwise
    /// by the client.
    private DriverReply unified(Invocation call, EmulatedStream stream) {
        boolean isWithin = state.isGlobal(call.raw(0)) && state.isGlobal(call.raw(1));
        if (isWithin) {
            move(call, stream, 1, call.raw(2));
            return DriverReply.success(0L);
        }
        MemoryRangeCheck.requireIfGlobal(call, 0, call.raw(0), call.raw(2));
        MemoryRangeCheck.requireIfGlobal(call, 1, call.raw(1), call.raw(2));
        requireNoInjection(call);
        if (capture(call, stream, line(call, 0), line(call, 1))) {
            return DriverReply.success(0L);
        }
        call.awaitTurn(stream);
        for (int index = 0; index <= 1; index++) {
            tell(call, index, call.raw(2));
        }
        return DriverReply.success(1L);
    }

    private static DriverReply device(Invocation call, EmulatedStream stream) {
        return move(call, stream, 1, call.raw(2));
    }

    private static DriverReply peer(Invocation call, EmulatedStream stream) {
        DriverState.requireHealthy(call.context(1));
        DriverState.requireHealthy(call.context(3));
        return move(call, stream, 2, call.raw(4));
    }

    /// A copy by the command queue, from the address in argument `source` to that in argument 0.
    private static DriverReply move(
            Invocation call, EmulatedStream stream, int source, long bytes) {
        MemoryRangeCheck.requireReachable(call, 0, bytes);
        MemoryRangeCheck.requireReachable(call, source, bytes);
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
        if (call.state().injections().isNextToFail(CountedEvent.COPIES)) {
            throw DriverCallException.of(
                    DriverResult.UNKNOWN, "the copy fails, as --inject requests");
        }
    }
}
