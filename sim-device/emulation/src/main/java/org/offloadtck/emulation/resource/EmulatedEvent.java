package org.offloadtck.emulation.resource;

import java.util.OptionalLong;

/// A point in a stream. The worker writes its time while the machine's lock is held.
public final class EmulatedEvent implements Resource {

    /// `CU_EVENT_DISABLE_TIMING` (CUDA driver API 12.6, `CUevent_flags`).
    static final int DISABLE_TIMING = 2;

    private final long handle;
    private final EmulatedContext context;
    private final int flags;
    private long ticket;
    private OptionalLong nanoseconds = OptionalLong.empty();

    public EmulatedEvent(long handle, EmulatedContext context, int flags) {
        this.handle = handle;
        this.context = context;
        this.flags = flags;
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

    /// The ticket of its latest recording; 0 before the first.
    public long ticket() {
        return ticket;
    }

    public boolean isRecorded() {
        return ticket != 0;
    }

    /// Takes the place of earlier recordings.
    public void recorded(long newTicket) {
        ticket = newTicket;
        nanoseconds = OptionalLong.empty();
    }

    /// The worker has come to the recording of that ticket. One that was replaced is past.
    public void reached(long reachedTicket, long time) {
        if (reachedTicket == ticket) {
            nanoseconds = OptionalLong.of(time);
        }
    }

    /// The device's virtual time at the latest recording, once the worker has come to it.
    public OptionalLong nanoseconds() {
        return nanoseconds;
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
