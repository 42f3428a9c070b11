package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.driver.emulation.Command.Rectangle;
import org.offloadtck.driver.inject.InjectedFault.Counted;

/// Copies in one piece. Where the host has part in one, the client moves the bytes as soon as the
/// call has waited for the stream and said that it may.
final class CopyCalls implements CallTable.Group {

    private final Machine machine;

    CopyCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_MEMCPY, call -> unified(call, call.current().legacy()));
        table.on(DriverCall.CU_MEMCPY_ASYNC, call -> unified(call, call.stream(3)));
        table.on(DriverCall.CU_MEMCPY_HTOD, call -> host(call, 0, call.current().legacy()));
        table.on(DriverCall.CU_MEMCPY_HTOD_ASYNC, call -> host(call, 0, call.stream(3)));
        table.on(DriverCall.CU_MEMCPY_DTOH, call -> host(call, 1, call.current().legacy()));
        table.on(DriverCall.CU_MEMCPY_DTOH_ASYNC, call -> host(call, 1, call.stream(3)));
        table.on(DriverCall.CU_MEMCPY_DTOD, call -> device(call, call.current().legacy()));
        table.on(DriverCall.CU_MEMCPY_DTOD_ASYNC, call -> device(call, call.stream(3)));
        table.on(DriverCall.CU_MEMCPY_PEER, call -> peer(call, call.current().legacy()));
        table.on(DriverCall.CU_MEMCPY_PEER_ASYNC, call -> peer(call, call.stream(5)));
    }

    /// A copy by the client between the device's argument, at index 0 or 1, and the host's.
    private static Reply host(Invocation call, int device, Stream stream) {
        long bytes = call.raw(2);
        Ranges.require(call, device, bytes);
        Ranges.requireIfGlobal(call, 1 - device, call.raw(1 - device), bytes);
        requireNoInjection(call);
        call.await(stream);
        tell(call, device, bytes);
        return Reply.success();
    }

    /// Tells whoever watches memory that the client writes the range of an argument, the one at
    /// index 0, or reads it.
    private static void tell(Invocation call, int index, long bytes) {
        var watch = call.machine().memory().watch();
        if (index == 0) {
            watch.written(call.raw(index), bytes);
        } else {
            watch.read(call.raw(index), bytes);
        }
    }

    private Reply unified(Invocation call, Stream stream) {
        boolean isWithin = machine.isGlobal(call.raw(0)) && machine.isGlobal(call.raw(1));
        if (isWithin) {
            return device(call, stream);
        }
        Ranges.requireIfGlobal(call, 0, call.raw(0), call.raw(2));
        Ranges.requireIfGlobal(call, 1, call.raw(1), call.raw(2));
        requireNoInjection(call);
        call.await(stream);
        for (int index = 0; index <= 1; index++) {
            if (machine.isGlobal(call.raw(index))) {
                tell(call, index, call.raw(2));
            }
        }
        return Reply.success();
    }

    private static Reply device(Invocation call, Stream stream) {
        return move(call, stream, 1, call.raw(2));
    }

    private static Reply peer(Invocation call, Stream stream) {
        Machine.healthy(call.context(1));
        Machine.healthy(call.context(3));
        return move(call, stream, 2, call.raw(4));
    }

    /// A copy by the worker, from the address at index `source` to that at index 0.
    private static Reply move(Invocation call, Stream stream, int source, long bytes) {
        Ranges.require(call, 0, bytes);
        Ranges.require(call, source, bytes);
        requireNoInjection(call);
        if (bytes > 0) {
            call.submit(
                    stream,
                    new Command.Move(
                            stream.context(),
                            Rectangle.line(call.raw(0), bytes),
                            Rectangle.line(call.raw(source), bytes)));
        }
        return Reply.success();
    }

    static void requireNoInjection(Invocation call) {
        if (call.machine().injections().isNextToFail(Counted.COPIES)) {
            throw Refusal.of(DriverResult.UNKNOWN, "the copy fails, as --inject asks");
        }
    }
}
