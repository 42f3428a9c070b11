package org.offloadtck.emulation.stream;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of events, which record virtual time
/// ([DeviceClock][org.offloadtck.emulation.resource.DeviceClock]).
public final class EventHandlers implements DispatchTable.HandlerGroup {

    /// `BLOCKING_SYNC`, `DISABLE_TIMING` and `INTERPROCESS` (CUDA driver API 12.6,
    /// `CUevent_flags`).
    private static final int KNOWN_FLAGS = 7;

    private static final int INTERPROCESS = 4;

    /// `CU_EVENT_RECORD_EXTERNAL` (CUDA driver API 12.6, `CUevent_record_flags`): the recording is
    /// a node of the graph, not a place in the capture.
    private static final int EXTERNAL = 1;

    private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

    private final DriverState state;

    public EventHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_EVENT_CREATE, this::create);
        table.add(DriverFunction.CU_EVENT_RECORD, call -> record(call, false));
        table.add(
                DriverFunction.CU_EVENT_RECORD_WITH_FLAGS,
                call -> record(call, call.flags(2, EXTERNAL) != 0));
        table.add(DriverFunction.CU_EVENT_QUERY, this::query);
        table.add(
                DriverFunction.CU_EVENT_SYNCHRONIZE,
                call -> {
                    var event = uncaptured(call, 0);
                    call.await(event.context(), List.of(state.reached(event)));
                    return DriverReply.success();
                });
        table.add(
                DriverFunction.CU_EVENT_DESTROY,
                call -> {
                    var event = call.event(0);
                    state.captures().forget(event);
                    state.handles().remove(event);
                    event.counters().ifPresent(this::forget);
                    return DriverReply.success();
                });
        table.add(DriverFunction.CU_EVENT_ELAPSED_TIME, this::elapsed);
    }

    private DriverReply create(Invocation call) {
        var context = call.current();
        int flags = call.flags(0, KNOWN_FLAGS);
        boolean isShared = (flags & INTERPROCESS) != 0;
        if (isShared && (flags & EmulatedEvent.DISABLE_TIMING) == 0) {
            throw call.error(
                    0, DriverResult.INVALID_VALUE, "should have DISABLE_TIMING with INTERPROCESS");
        }
        long handle = state.handles().newHandle(HandleKind.EVENT);
        var event =
                isShared
                        ? EmulatedEvent.shared(
                                handle,
                                context,
                                state.interprocess().page(call.call().function().symbol()))
                        : new EmulatedEvent(handle, context, flags);
        state.handles().add(event);
        return DriverReply.success(event.handle());
    }

    private DriverReply record(Invocation call, boolean isExternal) {
        var event = call.event(0);
        var stream = call.stream(1);
        if (event.context() != stream.context()) {
            throw call.misuse(
                    0, DriverResult.INVALID_HANDLE, "is of another context than the stream");
        }
        var captures = state.captures();
        var capture = captures.taking(stream);
        if (capture.isEmpty() && isExternal) {
            throw call.error(2, DriverResult.ILLEGAL_STATE, "is for a stream that is captured");
        }
        if (capture.isPresent() && !isExternal) {
            captures.recorded(event, capture.get(), stream);
        } else {
            captures.forget(event);
            call.submit(stream, state.recording(stream.context(), event));
        }
        return DriverReply.success();
    }

    /// Gives back the page of counters when no command needs it.
    private void forget(EmulatedEvent.Counters counters) {
        Ticket.whenDone(
                state.queue().outstanding(), () -> state.interprocess().closePage(counters.page()));
    }

    private DriverReply query(Invocation call) {
        var event = uncaptured(call, 0);
        boolean isDone =
                event.counters()
                        .map(each -> each.isReached(state.memory(), each.latest(state.memory())))
                        .orElseGet(event.ticket()::isDone);
        if (!isDone) {
            throw DriverCallException.of(DriverResult.NOT_READY, "");
        }
        return DriverReply.success();
    }

    private DriverReply elapsed(Invocation call) {
        long start = time(call, 0);
        long end = time(call, 1);
        float milliseconds = (float) ((end - start) / NANOSECONDS_PER_MILLISECOND);
        return DriverReply.success((long) Float.floatToRawIntBits(milliseconds));
    }

    private EmulatedEvent uncaptured(Invocation call, int index) {
        var event = call.event(index);
        state.captures().requireUncaptured(event);
        return event;
    }

    private long time(Invocation call, int index) {
        var event = uncaptured(call, index);
        if (!event.isRecorded()) {
            throw call.error(index, DriverResult.INVALID_HANDLE, "was never recorded");
        }
        if (!event.isTimed()) {
            throw call.error(index, DriverResult.INVALID_HANDLE, "was created with DISABLE_TIMING");
        }
        return event.nanoseconds()
                .orElseThrow(() ->
                        call.error(index, DriverResult.NOT_READY, "is recorded but not reached"));
    }
}
