package org.offloadtck.emulation.resource;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// An event. The thread of the command queue sets its time while it holds the lock of the session.
public final class EmulatedEvent implements Resource {

    /// `CU_EVENT_DISABLE_TIMING` (CUDA driver API 12.6, `CUevent_flags`).
    public static final int DISABLE_TIMING = 2;

    private final long handle;
    private final EmulatedContext context;
    private final int flags;
    private final List<Counters> counters;
    private Ticket ticket = Ticket.NONE;
    private OptionalLong nanoseconds = OptionalLong.empty();

    public EmulatedEvent(long handle, EmulatedContext context, int flags) {
        this(handle, context, flags, List.of());
    }

    private EmulatedEvent(
            long handle, EmulatedContext context, int flags, List<Counters> counters) {
        this.counters = counters;
        this.handle = handle;
        this.context = context;
        this.flags = flags;
    }

    /// An event that several processes record and wait for.
    ///
    /// @param page with its counters
    public static EmulatedEvent shared(long handle, EmulatedContext context, Allocation page) {
        return new EmulatedEvent(handle, context, DISABLE_TIMING, List.of(new Counters(page)));
    }

    /// The recordings of an event that processes share; empty if they do not.
    public Optional<Counters> counters() {
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

    /// The recordings of an event that several processes record and wait for: 64-bit words in a
    /// page that they share. The first has the number of recordings. Each other word has the number
    /// of the latest recording that is carried out of those that it is for, so that a later
    /// recording never stands for an earlier one.
    ///
    /// @param page of the words
    public record Counters(Allocation page) {

        private static final VarHandle WORD = JAVA_LONG.varHandle();

        /// Numbers the next recording, from 1.
        public long next(GlobalMemory memory) {
            return (long) WORD.getAndAdd(memory.slice(page.address(), Long.BYTES), 0L, 1L) + 1;
        }

        /// The number of the latest recording; 0 before the first.
        public long latest(GlobalMemory memory) {
            return (long) WORD.getVolatile(memory.slice(page.address(), Long.BYTES), 0L);
        }

        /// The address of the word that is at least `recording` when that is carried out.
        public long word(long recording) {
            long words = page.size() / Long.BYTES - 1;
            return page.address() + (1 + recording % words) * Long.BYTES;
        }

        /// Whether a recording is carried out.
        public boolean isReached(GlobalMemory memory, long recording) {
            var word = memory.slice(word(recording), Long.BYTES);
            return (long) WORD.getVolatile(word, 0L) >= recording;
        }
    }
}
