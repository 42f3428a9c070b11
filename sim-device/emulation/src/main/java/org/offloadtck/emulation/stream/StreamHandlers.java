package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.graph.StreamCapture;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.EmulatedThread;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of streams.
public final class StreamHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public StreamHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_STREAM_CREATE, call -> create(call, 0));
        table.add(
                DriverFunction.CU_STREAM_CREATE_WITH_PRIORITY,
                call -> create(call, priority(call)));
        table.add(DriverFunction.CU_STREAM_DESTROY, this::destroy);
        table.add(DriverFunction.CU_STREAM_QUERY, this::query);
        table.add(
                DriverFunction.CU_STREAM_SYNCHRONIZE,
                call -> {
                    var stream = uncaptured(call);
                    call.await(stream.context(), stream.awaited());
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_STREAM_ADD_CALLBACK,
                call -> {
                    call.flags(3, 0);
                    uncaptured(call);
                    callHost(call, HostCall.Form.CALLBACK);
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_STREAM_GET_PRIORITY,
                call -> DriverReply.success((long) call.stream(0).priority()));
        table.add(
                DriverFunction.CU_STREAM_GET_FLAGS,
                call -> DriverReply.success((long) call.stream(0).flags()));
        table.add(
                DriverFunction.CU_STREAM_GET_CTX,
                call -> DriverReply.success(call.stream(0).context().handle()));
        table.add(DriverFunction.CU_STREAM_GET_ID, StreamHandlers::id);
    }

    /// Enqueues the call of a function of the program: stream, function, data.
    static void callHost(Invocation call, HostCall.Form form) {
        var stream = call.stream(0);
        call.submit(
                stream,
                new StreamCommand.CallHost(
                        stream.context(),
                        new HostCall(form, call.raw(1), call.raw(0), call.raw(2))));
    }

    /// The priority, clamped to the range of priorities.
    private static int priority(Invocation call) {
        return Math.clamp(call.number(1), ContextSettingHandlers.GREATEST_PRIORITY, 0);
    }

    private DriverReply create(Invocation call, int priority) {
        var context = call.current();
        boolean isFree = call.flags(0, EmulatedStream.NON_BLOCKING_FLAG) != 0;
        var stream =
                new EmulatedStream(
                        state.handles().newHandle(HandleKind.STREAM),
                        context,
                        isFree ? EmulatedStream.Mode.NON_BLOCKING : EmulatedStream.Mode.BLOCKING,
                        priority);
        state.handles().add(stream);
        return DriverReply.success(stream.handle());
    }

    /// Destroys a stream. Its submitted work is still carried out. A capture that began with it is
    /// invalidated; one that it only takes part in keeps its nodes.
    private DriverReply destroy(Invocation call) {
        var stream = call.stream(0);
        if (state.handles().find(stream.handle(), EmulatedStream.class).isEmpty()) {
            throw call.misuse(0, DriverResult.INVALID_HANDLE, "is a default stream, which stays");
        }
        state.captures()
                .of(stream)
                .filter(capture -> capture.origin() == stream)
                .ifPresent(StreamCapture::invalidate);
        state.handles().remove(stream);
        return DriverReply.success();
    }

    private EmulatedStream uncaptured(Invocation call) {
        var stream = call.stream(0);
        state.captures().requireUncaptured(stream);
        return stream;
    }

    private DriverReply query(Invocation call) {
        var stream = uncaptured(call);
        if (!Ticket.areDone(stream.awaited())) {
            throw DriverCallException.of(DriverResult.NOT_READY, "");
        }
        call.await(stream.context(), stream.awaited());
        return DriverReply.success();
    }

    private static DriverReply id(Invocation call) {
        var stream = call.stream(0);
        long handle = stream.handle();
        return DriverReply.success(
                HandleKind.of(handle).isEmpty()
                        ? handle
                        : (handle - HandleKind.STREAM.first()) / HandleKind.STEP
                                + EmulatedThread.PER_THREAD_STREAM
                                + 1);
    }
}
