package org.offloadtck.driver.emulation;

/// A stream: a place in the worker's queue up to which its work reaches.
final class Stream implements Resource {

    /// Whether a stream waits for the legacy default stream, and that for it.
    enum Mode {
        BLOCKING,
        NON_BLOCKING
    }

    /// `CU_STREAM_NON_BLOCKING` (CUDA driver API 12.6, `CUstream_flags`).
    static final int NON_BLOCKING_FLAG = 1;

    private final long handle;
    private final Context context;
    private final Mode mode;
    private final int priority;
    private long last;

    Stream(long handle, Context context, Mode mode, int priority) {
        this.handle = handle;
        this.context = context;
        this.mode = mode;
        this.priority = priority;
    }

    @Override
    public long handle() {
        return handle;
    }

    Context context() {
        return context;
    }

    Mode mode() {
        return mode;
    }

    int flags() {
        return mode == Mode.NON_BLOCKING ? NON_BLOCKING_FLAG : 0;
    }

    int priority() {
        return priority;
    }

    /// The ticket of its latest work.
    long last() {
        return last;
    }

    /// The ticket of what a wait for it waits for: the default stream that threads share waits for
    /// the other blocking streams, too.
    long awaited() {
        return handle == 0 ? context.lastBlocking() : last;
    }

    /// Takes in work, or work of others that it waits for.
    void reach(long ticket) {
        last = Math.max(last, ticket);
    }

    @Override
    public boolean belongsTo(Context other) {
        return context == other;
    }
}
