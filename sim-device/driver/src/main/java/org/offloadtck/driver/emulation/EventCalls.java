package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Events, which tell virtual time ([VirtualClock]).
final class EventCalls implements CallTable.Group {

    /// `BLOCKING_SYNC`, `DISABLE_TIMING` and `INTERPROCESS` (CUDA driver API 12.6,
    /// `CUevent_flags`).
    private static final int KNOWN_FLAGS = 7;

    private static final int INTERPROCESS = 4;

    /// `CU_EVENT_RECORD_EXTERNAL` (CUDA driver API 12.6, `CUevent_record_flags`).
    private static final int KNOWN_RECORD_FLAGS = 1;

    private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

    private final Machine machine;

    EventCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_EVENT_CREATE, this::create);
        table.on(DriverCall.CU_EVENT_RECORD, EventCalls::record);
        table.on(
                DriverCall.CU_EVENT_RECORD_WITH_FLAGS,
                call -> {
                    call.flags(2, KNOWN_RECORD_FLAGS);
                    return record(call);
                });
        table.on(DriverCall.CU_EVENT_QUERY, this::query);
        table.on(
                DriverCall.CU_EVENT_SYNCHRONIZE,
                call -> {
                    var event = call.event(0);
                    call.await(event.context(), event.ticket());
                    return Reply.success();
                });
        table.on(
                DriverCall.CU_EVENT_DESTROY,
                call -> {
                    machine.handles().remove(call.event(0));
                    return Reply.success();
                });
        table.on(DriverCall.CU_EVENT_ELAPSED_TIME, this::elapsed);
    }

    private Reply create(Invocation call) {
        var context = call.current();
        int flags = call.flags(0, KNOWN_FLAGS);
        if ((flags & INTERPROCESS) != 0) {
            throw call.refusal(
                    0, DriverResult.NOT_SUPPORTED, "asks for an event of several processes");
        }
        var event = new Event(machine.handles().give(HandleKind.EVENT), context, flags);
        machine.handles().add(event);
        return Reply.success(event.handle());
    }

    private static Reply record(Invocation call) {
        var event = call.event(0);
        var stream = call.stream(1);
        if (event.context() != stream.context()) {
            throw call.blame(
                    0, DriverResult.INVALID_HANDLE, "is of another context than the stream");
        }
        long ticket = call.submit(stream, new Command.Mark(stream.context(), event));
        event.recorded(ticket);
        return Reply.success();
    }

    private Reply query(Invocation call) {
        if (!machine.worker().isDone(call.event(0).ticket())) {
            throw Refusal.of(DriverResult.NOT_READY, "");
        }
        return Reply.success();
    }

    private Reply elapsed(Invocation call) {
        long start = time(call, 0);
        long end = time(call, 1);
        float milliseconds = (float) ((end - start) / NANOSECONDS_PER_MILLISECOND);
        return Reply.success((long) Float.floatToRawIntBits(milliseconds));
    }

    private long time(Invocation call, int index) {
        var event = call.event(index);
        if (!event.isRecorded()) {
            throw call.refusal(index, DriverResult.INVALID_HANDLE, "was never recorded");
        }
        if (!event.isTimed()) {
            throw call.refusal(
                    index, DriverResult.INVALID_HANDLE, "was created with DISABLE_TIMING");
        }
        return event.nanoseconds()
                .orElseThrow(() -> call.refusal(index, DriverResult.NOT_READY, "is still to come"));
    }
}
