package org.offloadtck.simt.timing;

/// How much memory of the host traces may take, and do. Thread-safe.
final class TraceRoom {

    private final long most;
    private long taken;
    private volatile boolean exceeded;

    /// @param most bytes
    TraceRoom(long most) {
        this.most = most;
    }

    /// Takes bytes.
    ///
    /// @return whether there was room; there is none ever after there was none once
    synchronized boolean take(long bytes) {
        taken += bytes;
        exceeded |= taken > most;
        return !exceeded;
    }

    synchronized void release(long bytes) {
        taken -= bytes;
    }

    boolean isExceeded() {
        return exceeded;
    }

    /// How many bytes there are in all.
    long most() {
        return most;
    }
}
