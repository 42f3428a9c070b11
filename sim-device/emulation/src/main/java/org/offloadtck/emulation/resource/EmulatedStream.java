package org.offloadtck.emulation.resource;

/// A stream. Its state is the ticket of its latest work: the command queue carries out all work in
/// the order of submission.
public final class EmulatedStream implements Resource {

    /// Whether a stream synchronizes with the legacy default stream.
    public enum Mode {
        BLOCKING,
        NON_BLOCKING
    }

    /// `CU_STREAM_NON_BLOCKING` (CUDA driver API 12.6, `CUstream_flags`).
    public static final int NON_BLOCKING_FLAG = 1;

    private final long handle;
    private final EmulatedContext context;
    private final Mode mode;
    private final int priority;
    private long lastTicket;

    public EmulatedStream(long handle, EmulatedContext context, Mode mode, int priority) {
        this.handle = handle;
        this.context = context;
        this.mode = mode;
        this.priority = priority;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedContext context() {
        return context;
    }

    /// Whether it is a default stream of its context, not a created one.
    public boolean isDefault() {
        return HandleKind.of(handle).isEmpty();
    }

    Mode mode() {
        return mode;
    }

    public int flags() {
        return mode == Mode.NON_BLOCKING ? NON_BLOCKING_FLAG : 0;
    }

    public int priority() {
        return priority;
    }

    /// Ticket of its latest work.
    long lastTicket() {
        return lastTicket;
    }

    /// Ticket of the work that a wait for the stream waits for. The legacy default stream waits for
    /// all blocking streams too.
    public long awaitedTicket() {
        return handle == 0 ? context.lastBlockingTicket() : lastTicket;
    }

    /// Records work of the stream, or work that it waits for.
    void reach(long ticket) {
        lastTicket = Math.max(lastTicket, ticket);
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
