package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.racecheck.RaceCheckContext;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Warp;

/// What is in order within a CTA on its way, and the accesses of its shared memory.
public final class CtaClocks {

    public final Cta cta;
    public final ShadowPage shared;
    public final List<WarpClocks> warps = new ArrayList<>();

    /// What all its threads learnt by its last barrier.
    final VectorClock clock = new VectorClock();

    /// Its barriers that not all threads come to.
    final Map<Integer, SyncObject> barriers = new HashMap<>();

    /// Number of the CTA in the grid.
    public int number;

    /// Up to which number accesses of its threads were made before its last barrier of all.
    public int barrier;

    /// Whether a thread of it ever learnt anything from another CTA's or by another way than its
    /// barrier.
    public boolean hasAcquired;

    public CtaClocks(Cta cta, ShadowPage shared, RaceCheckContext ground) {
        this.cta = cta;
        this.shared = shared;
        for (int i = 0; i < cta.warps().size(); i++) {
            warps.add(new WarpClocks(this, i, ground));
        }
    }

    /// Becomes the order of a CTA that starts.
    ///
    /// @param start the last number given
    public void begin(int start) {
        var at = cta.position();
        var grid = cta.shape().grid();
        number = Math.toIntExact(at.x() + (long) grid.x() * (at.y() + (long) grid.y() * at.z()));
        barrier = start;
        clock.clear();
        barriers.clear();
        hasAcquired = false;
        shared.clearAccesses();
        warps.forEach(warp -> warp.begin(start));
    }

    public WarpClocks of(Warp warp) {
        return warps.get(warp.index());
    }

    /// Puts all its threads' accesses up to `last` before whatever follows.
    public void join(int last) {
        barrier = last;
        if (hasAcquired) {
            warps.forEach(warp -> warp.mergeInto(clock));
        }
        warps.forEach(warp -> warp.join(last));
    }

    public void renumber(AccessRenumbering by) {
        barrier = by.of(barrier);
        warps.forEach(warp -> warp.renumber(by));
        barriers.values().forEach(meeting -> meeting.renumber(by));
        shared.renumber(by);
    }
}
