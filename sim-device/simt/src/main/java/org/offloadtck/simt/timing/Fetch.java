package org.offloadtck.simt.timing;

/// A load or atomic of a warp that waits for requests.
final class Fetch {

    private final WarpReplay warp;
    private final int step;
    private final int base;
    private int missing;
    private long latest;

    /// @param step what it executes, as [Steps] has it
    Fetch(WarpReplay warp, int step) {
        this.warp = warp;
        this.step = step;
        this.base = warp.base();
    }

    /// Waits for one request more.
    void await() {
        missing++;
    }

    boolean isWaiting() {
        return missing > 0;
    }

    /// Takes note of a part that is there at a known time.
    void has(long when) {
        latest = Math.max(latest, when);
    }

    /// A request is answered.
    void arrive(long when, long now) {
        latest = Math.max(latest, when);
        if (--missing == 0) {
            warp.result(step, base, latest);
            warp.resume(now);
        }
    }

    long latest() {
        return latest;
    }
}
