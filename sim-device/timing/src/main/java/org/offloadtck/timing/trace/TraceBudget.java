package org.offloadtck.timing.trace;

/// How much memory of the host the traces of a launch may take, and do. Thread-safe.
///
/// The traces of the CTAs that are on the device together may take `most`; which those are is the
/// same however the launch was executed, and so is whether they have room. Together with traces in
/// the making, and with those that threads have ready before their turn, they may take twice as
/// much.
public final class TraceBudget {

    /// Most of the host's memory that traces of the CTAs on a device may take, in bytes, where the
    /// host has four times as much: enough for each of them to execute millions of instructions.
    private static final long MOST = 2L << 30;

    private final long most;
    private long taken;
    private volatile boolean exceeded;

    /// @param most bytes
    public TraceBudget(long most) {
        this.most = most;
    }

    /// What this host has room for.
    public static TraceBudget ofHost() {
        return new TraceBudget(Math.min(MOST, Runtime.getRuntime().maxMemory() / 4));
    }

    /// Takes bytes.
    ///
    /// @return whether there was room; there is none ever after there was none once
    public synchronized boolean take(long bytes) {
        taken += bytes;
        exceeded |= taken > 2 * most;
        return !exceeded;
    }

    public synchronized void release(long bytes) {
        taken -= bytes;
    }

    /// Says how many bytes the traces of the CTAs on the device take.
    public synchronized void resides(long bytes) {
        exceeded |= bytes > most;
    }

    public boolean isExceeded() {
        return exceeded;
    }

    /// How many bytes there are for the CTAs on the device.
    public long most() {
        return most;
    }
}
