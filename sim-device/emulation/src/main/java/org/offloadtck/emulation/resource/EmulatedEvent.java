package org.offloadtck.emulation.resource;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.engine.memory.Allocation;

/// An event. The thread of the command queue sets its time while it holds the lock of the session.
public final class EmulatedEvent implements Resource {

    /// `CU_EVENT_DISABLE_TIMING` (CUDA driver API 12.6, `CUevent_flags`).
    public static final int DISABLE_TIMING = 2;

    private final long handle;
    private final EmulatedContext context;
    private final int flags;
    private final List<EventCounters> counters;
    private Ticket ticket = Ticket.NONE;
    private OptionalLong nanoseconds = OptionalLong.empty();

    public EmulatedEvent(long handle, EmulatedContext context, int flags) {
        this(handle, context, flags, List.of());
    }

    private EmulatedEvent(
            long handle, EmulatedContext context, int flags, List<EventCounters> counters) {
        this.counters = counters;
        this.handle = handle;
        this.context = context;
        this.flags = flags;
    }

    /// An event that several processes record and wait for.
    ///
    /// @param page with its counters
    public static EmulatedEvent shared(long handle, EmulatedContext context, Allocation page) {
        return new EmulatedEvent(
                handle, context, DISABLE_TIMING, List.of(new EventCounters(page)));
    }

    /// The recordings of an event that processes share; empty if they do not.
    public Optional<EventCounters> counters() {
        return counters.stream().findFirst();
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedContext context() {
        return context;
    }

    public boolean isTimed() {
        return (flags & DISABLE_TIMING) == 0;
    }

    /// Ticket of its latest recording; [Ticket#NONE] before the first.
    public Ticket ticket() {
        return ticket;
    }

    public boolean isRecorded() {
        return ticket != Ticket.NONE;
    }

    /// Records the event, which replaces earlier recordings.
    public void recorded(Ticket newTicket) {
        ticket = newTicket;
        nanoseconds = OptionalLong.empty();
    }

    /// Sets the time of the recording with that ticket. A replaced recording is ignored.
    public void reached(Ticket reachedTicket, long time) {
        if (reachedTicket == ticket) {
            nanoseconds = OptionalLong.of(time);
        }
    }

    /// The virtual time of the device at the latest recording; empty until the recording is carried
    /// out.
    public OptionalLong nanoseconds() {
        return nanoseconds;
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
