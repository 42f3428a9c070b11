package org.offloadtck.emulation.sharing;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.interprocess.MemoryHandle.Use;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers that share events.
///
/// Requirement: ER-34.
public final class EventSharingHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public EventSharingHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_IPC_GET_EVENT_HANDLE, this::export);
        table.add(DriverFunction.CU_IPC_OPEN_EVENT_HANDLE, this::open);
    }

    private DriverReply export(Invocation call) {
        var event = call.event(0);
        var counters =
                event.counters()
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_HANDLE,
                                        "was created without CU_EVENT_INTERPROCESS"));
        var page = counters.page();
        return DriverReply.success()
                .withBuffers(
                        state.interprocess()
                                .export(Use.EVENT, page.address(), page.size())
                                .bytes());
    }

    private DriverReply open(Invocation call) {
        var context = call.current();
        var handle = MemorySharingHandlers.handle(call, 0, Use.EVENT);
        var page = state.interprocess().open(handle, call.call().function().symbol()).allocation();
        var event =
                EmulatedEvent.shared(state.handles().newHandle(HandleKind.EVENT), context, page);
        state.handles().add(event);
        return DriverReply.success(event.handle());
    }
}
