package org.offloadtck.timing.replay;

import org.offloadtck.timing.memory.MemoryRequest;
import org.offloadtck.timing.memory.TaggedTime;

/// A load or atomic of a warp, which may wait for requests.
public final class PendingLoad implements MemoryRequest.Waiter {

    private final WarpReplay warp;
    private InstructionCosts.Cost cost;
    private int base;
    private int missing;
    private long latest;

    PendingLoad(WarpReplay warp) {
        this.warp = warp;
        this.cost = warp.cost;
    }

    /// Starts the load of the warp's current instruction.
    void begin() {
        cost = warp.cost;
        base = warp.base();
        latest = 0;
    }

    /// Waits for one request more.
    @Override
    public void await() {
        missing++;
    }

    /// Adds a part that is ready at a known time.
    void has(long when) {
        latest = Math.max(latest, when);
    }

    /// All requests of the load have been sent.
    ///
    /// @return when it is there, as [TaggedTime] has it; unknown when it waits
    long end() {
        if (missing == 0) {
            return latest;
        }
        warp.leave();
        return TaggedTime.UNKNOWN;
    }

    /// A request is answered.
    @Override
    public void arrive(long when, long now) {
        latest = Math.max(latest, when);
        if (--missing == 0) {
            warp.result(cost, base, latest);
            warp.resume(now);
        }
    }
}
