package org.offloadtck.liboffload;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Measurement;

/// A point in a queue. Liboffload measures no launches.
final class LiboffloadEvent implements Event {

    private final LiboffloadDevice device;
    private final MemorySegment event;
    private boolean closed;

    LiboffloadEvent(LiboffloadDevice device, MemorySegment event) {
        this.device = device;
        this.event = event;
    }

    /// The point, which `user` is about to use.
    MemorySegment handle(LiboffloadCall user) {
        user.requireOpen(closed, "the event");
        return event;
    }

    @Override
    public void synchronize() {
        var call = device.call("wait for event");
        call.await(LiboffloadFunction.SYNC_EVENT, handle(call));
    }

    @Override
    public List<Measurement> measurements() {
        synchronize();
        return List.of();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            device.release(LiboffloadFunction.DESTROY_EVENT, event);
        }
    }
}
