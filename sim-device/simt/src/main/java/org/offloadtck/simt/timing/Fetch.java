package org.offloadtck.simt.timing;

/// A load or atomic of a warp, which may wait for requests.
final class Fetch {

    private final WarpReplay warp;
    private int step;
    private int base;
    private int missing;
    private long latest;

    Fetch(WarpReplay warp) {
        this.warp = warp;
    }

    /// Begins with what the warp executes now.
    void begin() {
        step = warp.step;
        base = warp.base();
        latest = 0;
    }

    /// Waits for one request more.
    void await() {
        missing++;
    }

    /// Takes note of a part that is there at a known time.
    void has(long when) {
        latest = Math.max(latest, when);
    }

    /// All is asked for.
    ///
    /// @return when it is there, as [Waiting] has it; unknown when it waits
    long end() {
        if (missing == 0) {
            return latest;
        }
        warp.leave();
        return Waiting.UNKNOWN;
    }

    /// A request is answered.
    void arrive(long when, long now) {
        latest = Math.max(latest, when);
        if (--missing == 0) {
            warp.result(step, base, latest);
            warp.resume(now);
        }
    }
}
