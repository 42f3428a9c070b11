package org.offloadtck.simt.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.execution.Cta;
import org.offloadtck.simt.execution.Warp;

/// What is in order within a CTA on its way, and the accesses of its shared memory.
final class CtaOrder {

    final Cta cta;
    final ShadowPage shared;
    final List<WarpOrder> warps = new ArrayList<>();

    /// What all its threads learnt by its last barrier.
    final Knowledge knowledge = new Knowledge();

    /// Its barriers that not all threads come to.
    final Map<Integer, Meeting> meetings = new HashMap<>();

    /// Number of the CTA in the grid.
    int number;

    /// Up to which number accesses of its threads were made before its last barrier of all.
    int barrier;

    /// Whether a thread of it ever learnt anything from another CTA's or by another way than its
    /// barrier.
    boolean isTaught;

    CtaOrder(Cta cta, ShadowPage shared, RaceGround ground) {
        this.cta = cta;
        this.shared = shared;
        for (int i = 0; i < cta.warps().size(); i++) {
            warps.add(new WarpOrder(this, i, ground));
        }
    }

    /// Becomes the order of a CTA that starts.
    ///
    /// @param start the last number given
    void begin(int start) {
        var at = cta.position();
        var grid = cta.shape().grid();
        number = Math.toIntExact(at.x() + (long) grid.x() * (at.y() + (long) grid.y() * at.z()));
        barrier = start;
        knowledge.clear();
        meetings.clear();
        isTaught = false;
        shared.clearAccesses();
        warps.forEach(warp -> warp.begin(start));
    }

    WarpOrder of(Warp warp) {
        return warps.get(warp.index());
    }

    /// Puts all its threads' accesses up to `last` before whatever follows.
    void join(int last) {
        barrier = last;
        if (isTaught) {
            warps.forEach(warp -> warp.tell(knowledge));
        }
        warps.forEach(warp -> warp.join(last));
    }

    void renumber(Renumbering by) {
        barrier = by.of(barrier);
        warps.forEach(warp -> warp.renumber(by));
        meetings.values().forEach(meeting -> meeting.renumber(by));
        shared.renumber(by);
    }
}
