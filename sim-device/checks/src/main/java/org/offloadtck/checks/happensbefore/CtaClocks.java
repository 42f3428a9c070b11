package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Warp;

/// The vector clocks of a resident CTA: which accesses happen before what its threads do next.
public final class CtaClocks {

    public final Cta cta;

    /// Whether the threads of a warp execute instructions together or one after the other, so that
    /// what one of them releases or acquires, all do.
    public final boolean isLockstep;

    public final List<WarpClocks> warps = new ArrayList<>();

    /// What all threads of the CTA have acquired up to its last barrier.
    final VectorClock clock = new VectorClock();

    /// Barriers that not all threads of the CTA take part in, by number.
    final Map<Integer, SyncObject> barriers = new HashMap<>();

    /// Number of the CTA in the grid.
    public int number;

    /// The last access before the CTA started.
    private int start;

    /// The last access before the last barrier of all threads: accesses of the CTA up to this
    /// number happen before everything that follows.
    public int barrier;

    /// The last access before the last barrier of the cluster: accesses of the cluster up to this
    /// number happen before everything that follows.
    public int clusterBarrier;

    /// The last fences of the warps before the last barrier of all threads. A later strong store of
    /// any thread that has executed a fence releases what they cover: every thread writes, executes
    /// a fence and reaches the barrier; then one thread counts the CTA.
    List<Release> fencesBeforeBarrier = List.of();

    /// Whether a thread of the CTA has acquired anything other than by a barrier of all threads.
    public boolean hasAcquired;

    public CtaClocks(Cta cta, boolean isLockstep) {
        this.cta = cta;
        this.isLockstep = isLockstep;
        for (int i = 0; i < cta.warps().size(); i++) {
            warps.add(new WarpClocks(this, i));
        }
    }

    /// A CTA starts in the place of the one before.
    ///
    /// @param start number of the last access so far
    public void begin(int start) {
        this.start = start;
        number = Math.toIntExact(cta.shape().grid().linearIndex(cta.position()));
        barrier = start;
        clusterBarrier = start;
        clock.clear();
        barriers.values().forEach(SyncObject::end);
        barriers.clear();
        hasAcquired = false;
        fencesBeforeBarrier = List.of();
        warps.forEach(warp -> warp.begin(start));
    }

    public WarpClocks of(Warp warp) {
        return warps.get(warp.index());
    }

    /// Orders all accesses of the CTA up to `last` before everything that follows.
    void join(int last) {
        barrier = last;
        if (hasAcquired) {
            warps.forEach(warp -> warp.mergeInto(clock));
        }
        warps.forEach(warp -> warp.join(last));
        for (var warp : warps) {
            if (warp.hasFences()) {
                fencesBeforeBarrier =
                        warps.stream().flatMap(each -> each.lastFence().stream()).toList();
                return;
            }
        }
    }

    /// Whether the number of an access shows that it is of another CTA and unordered: it precedes
    /// the start of this CTA, which has not synchronised with any other.
    public boolean isForeign(int access) {
        return access <= start && !hasAcquired && isAlone();
    }

    /// Whether no other CTA is in the cluster.
    private boolean isAlone() {
        return cta.cluster().ctas().size() == 1;
    }

    /// Whether a CTA is one of the same cluster.
    ///
    /// @param other its number in the grid
    public boolean isOfCluster(int other) {
        if (isAlone()) {
            return other == number;
        }
        for (var each : cta.cluster().ctas()) {
            if (each.linearIndex() == other) {
                return true;
            }
        }
        return false;
    }

    /// Orders all accesses of the CTAs of a cluster up to `last` before everything that follows.
    public static void joinCluster(List<CtaClocks> cluster, int last) {
        var all = new VectorClock();
        boolean hasAcquired = false;
        for (var each : cluster) {
            each.join(last);
            each.clusterBarrier = last;
            all.merge(each.clock);
            hasAcquired |= each.hasAcquired;
        }
        for (var each : cluster) {
            each.clock.merge(all);
            each.hasAcquired |= hasAcquired;
        }
    }

    public void renumber(AccessRenumbering by) {
        start = by.of(start);
        barrier = by.of(barrier);
        clusterBarrier = by.of(clusterBarrier);
        warps.forEach(warp -> warp.renumber(by));
        fencesBeforeBarrier =
                fencesBeforeBarrier.stream().map(fence -> fence.renumbered(by)).toList();
        barriers.values().forEach(object -> object.renumber(by));
    }
}
