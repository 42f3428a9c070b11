package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.timing.memory.MemoryRequest;
import org.offloadtck.timing.memory.TaggedTime;

/// A load or atomic of a warp, which may wait for requests.
public final class PendingLoad implements MemoryRequest.Waiter {

    private final WarpReplay warp;
    private InstructionCosts.Cost cost;
    private int base;
    private int missing;
    private long latest;

    /// Barriers at which the warp arrives when a copy is there.
    private final List<Integer> barriers = new ArrayList<>(0);

    /// Those of other CTAs, as [org.offloadtck.timing.trace.WarpTrace#remote] has them.
    private final List<Integer> remoteBarriers = new ArrayList<>(0);

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
        boolean isCopy = cost.kind() == InstructionCosts.COPY;
        if (isCopy) {
            warp.copies(this);
        }
        if (isCopy || missing > 0) {
            warp.leave();
        }
        if (missing == 0) {
            return latest;
        }
        return TaggedTime.UNKNOWN;
    }

    /// The warp arrives at a barrier when the copy is there.
    ///
    /// @param now the cycle in which it was issued
    void arriveAt(int barrier, long now) {
        if (missing == 0) {
            warp.arrive(barrier, now, latest);
        } else {
            barriers.add(barrier);
        }
    }

    /// The same at a barrier of another CTA of the cluster.
    ///
    /// @param target of [org.offloadtck.timing.trace.WarpTrace#remote]
    void arriveRemotelyAt(int target, long now) {
        if (missing == 0) {
            warp.arriveRemotely(target, now, latest);
        } else {
            remoteBarriers.add(target);
        }
    }

    /// A request is answered.
    @Override
    public void arrive(long when, long now) {
        latest = Math.max(latest, when);
        if (--missing == 0) {
            warp.result(cost, base, latest);
            warp.resume(now);
            barriers.forEach(barrier -> warp.arrive(barrier, now, latest));
            remoteBarriers.forEach(target -> warp.arriveRemotely(target, now, latest));
        }
    }
}
