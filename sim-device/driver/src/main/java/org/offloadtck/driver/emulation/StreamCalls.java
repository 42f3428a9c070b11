package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Streams.
final class StreamCalls implements CallTable.Group {

    /// `CU_EVENT_WAIT_EXTERNAL` (CUDA driver API 12.6, `CUevent_wait_flags`).
    private static final int KNOWN_WAIT_FLAGS = 1;

    private final Machine machine;

    StreamCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_STREAM_CREATE, call -> create(call, 0));
        table.on(DriverCall.CU_STREAM_CREATE_WITH_PRIORITY, call -> create(call, priority(call)));
        table.on(DriverCall.CU_STREAM_DESTROY, this::destroy);
        table.on(DriverCall.CU_STREAM_QUERY, this::query);
        table.on(
                DriverCall.CU_STREAM_SYNCHRONIZE,
                call -> {
                    call.await(call.stream(0));
                    return Reply.success();
                });
        table.on(DriverCall.CU_STREAM_WAIT_EVENT, StreamCalls::waitEvent);
        table.on(
                DriverCall.CU_STREAM_ADD_CALLBACK,
                call -> {
                    var stream = call.stream(0);
                    call.flags(3, 0);
                    call.await(stream);
                    return Reply.success();
                });
        table.on(
                DriverCall.CU_STREAM_GET_PRIORITY,
                call -> Reply.success((long) call.stream(0).priority()));
        table.on(
                DriverCall.CU_STREAM_GET_FLAGS,
                call -> Reply.success((long) call.stream(0).flags()));
        table.on(
                DriverCall.CU_STREAM_GET_CTX,
                call -> Reply.success(call.stream(0).context().handle()));
        table.on(DriverCall.CU_STREAM_GET_ID, StreamCalls::id);
    }

    /// Beyond the range it is the nearest end of it.
    private static int priority(Invocation call) {
        return Math.clamp(call.number(1), ContextSettingCalls.GREATEST_PRIORITY, 0);
    }

    private Reply create(Invocation call, int priority) {
        var context = call.current();
        boolean isFree = call.flags(0, Stream.NON_BLOCKING_FLAG) != 0;
        var stream =
                new Stream(
                        machine.handles().give(HandleKind.STREAM),
                        context,
                        isFree ? Stream.Mode.NON_BLOCKING : Stream.Mode.BLOCKING,
                        priority);
        machine.handles().add(stream);
        return Reply.success(stream.handle());
    }

    /// What the stream has to do is done nevertheless.
    private Reply destroy(Invocation call) {
        var stream = call.stream(0);
        if (machine.handles().find(stream.handle(), Stream.class).isEmpty()) {
            throw call.blame(0, DriverResult.INVALID_HANDLE, "is a default stream, which stays");
        }
        machine.handles().remove(stream);
        return Reply.success();
    }

    private Reply query(Invocation call) {
        var stream = call.stream(0);
        if (!machine.worker().isDone(stream.awaited())) {
            throw Refusal.of(DriverResult.NOT_READY, "");
        }
        return Reply.success();
    }

    private static Reply waitEvent(Invocation call) {
        var stream = call.stream(0);
        var event = call.event(1);
        call.flags(2, KNOWN_WAIT_FLAGS);
        if (event.isRecorded()) {
            stream.context().submitted(stream, event.ticket());
        }
        return Reply.success();
    }

    private static Reply id(Invocation call) {
        var stream = call.stream(0);
        long handle = stream.handle();
        return Reply.success(
                HandleKind.of(handle).isEmpty()
                        ? handle
                        : (handle - HandleKind.STREAM.first()) / HandleKind.STEP
                                + EmulatedThread.PER_THREAD_STREAM
                                + 1);
    }
}
