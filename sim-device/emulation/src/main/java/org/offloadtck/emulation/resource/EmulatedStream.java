package org.offloadtck.emulation.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A stream. Its state is the work that its next command waits for: its latest command, and events.
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
    private int priority;
    private final Map<Integer, byte[]> attributes = new HashMap<>();
    private List<Ticket> pending = List.of();

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

    public void setPriority(int newPriority) {
        priority = newPriority;
    }

    /// The attributes that are set, except the priority: values by number (CUDA driver API 13.0,
    /// `CUlaunchAttributeID`, `CUlaunchAttributeValue`). The caller may change them.
    public Map<Integer, byte[]> attributes() {
        return attributes;
    }

    /// Its latest work, and the work that it waits for.
    List<Ticket> pending() {
        return pending;
    }

    /// The work that a wait for the stream waits for. The legacy default stream waits for all
    /// blocking streams too.
    public List<Ticket> awaited() {
        return isLegacy() ? context.blockingWork() : pending;
    }

    /// The work that the next command of the stream waits for: the legacy default stream waits for
    /// all blocking streams, and they wait for it (CUDA driver API 12.6, *Stream synchronization
    /// behavior*).
    public List<Ticket> dependencies() {
        return switch (mode) {
            case BLOCKING -> isLegacy() ? context.blockingWork() : and(context.legacy().pending);
            case NON_BLOCKING -> pending;
        };
    }

    private List<Ticket> and(List<Ticket> others) {
        var all = new ArrayList<>(pending);
        all.addAll(others);
        return all;
    }

    /// Whether it is the legacy default stream and its commands wait for those of `other`.
    public boolean waitsFor(EmulatedStream other) {
        return isLegacy() && other.context == context && other.mode == Mode.BLOCKING;
    }

    /// Whether it is the legacy default stream of its context.
    public boolean isLegacy() {
        return handle == 0;
    }

    /// Records a command of the stream, which waits for the work so far.
    void submitted(Ticket ticket) {
        pending = List.of(ticket);
    }

    /// Records work that the stream waits for.
    void waits(Ticket ticket) {
        pending = and(List.of(ticket));
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
