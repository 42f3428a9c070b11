package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.timing.Timeline;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.WarpTrace;

/// A CTA on its multiprocessor: its barriers, and how many of its warps live.
final class CtaReplay {

    private final long number;
    private final MultiprocessorReplay multiprocessor;
    private final int slot;
    private final long placed;
    private final CtaTrace trace;
    private final ClusterReplay cluster;
    private final int[] missing;
    private final long[] completed;

    /// When what has arrived at each barrier is there, as [TaggedTime] has it.
    private final long[] latest;

    /// The warps that wait, each with its barrier, in the order of arrival.
    private List<Waiting> waiting = new ArrayList<>();

    private int live;

    /// @param multiprocessor that takes it
    CtaReplay(MultiprocessorReplay multiprocessor, Arrival arrival) {
        this.number = arrival.number();
        this.multiprocessor = multiprocessor;
        this.slot = arrival.slot();
        this.placed = arrival.placed();
        this.trace = arrival.trace();
        this.cluster = arrival.cluster();
        this.missing = trace.arrivals().clone();
        this.completed = new long[missing.length];
        this.latest = new long[missing.length];
        Arrays.fill(completed, TaggedTime.UNKNOWN);
        this.live = trace.warps().size();
        cluster.place((int) (number % cluster.size()), this);
    }

    /// A CTA that takes a place.
    ///
    /// @param number in the order of starts
    /// @param slot of the multiprocessor
    /// @param placed when it found room
    /// @param from when its first instructions can issue, as [TaggedTime] has it
    record Arrival(
            long number, int slot, long placed, long from, CtaTrace trace, ClusterReplay cluster) {}

    private record Waiting(int barrier, WarpReplay warp) {}

    /// The timeline entry of the CTA.
    Timeline.Span span(long ended) {
        return new Timeline.Span(
                number, multiprocessor.number(), slot, placed, ended, trace.warps().size());
    }

    /// The cluster it belongs to.
    ClusterReplay cluster() {
        return cluster;
    }

    MultiprocessorReplay multiprocessor() {
        return multiprocessor;
    }

    int slot() {
        return slot;
    }

    CtaTrace trace() {
        return trace;
    }

    long placed() {
        return placed;
    }

    /// One more has arrived at a barrier.
    ///
    /// @param when what arrives is there, as [TaggedTime] has it; 0 if it is there now
    void arrive(int barrier, long now, long when) {
        long from = multiprocessor.arrive(now);
        latest[barrier] = Math.max(latest[barrier], Math.max(from, when));
        arrived(barrier, now);
    }

    private void arrived(int barrier, long now) {
        if (--missing[barrier] == 0) {
            completed[barrier] = latest[barrier];
            release(barrier, now);
        }
    }

    /// One more has arrived at a barrier that is not of this multiprocessor: a warp of another CTA
    /// of the cluster, or the cluster as a whole.
    ///
    /// @param when that is known here, as [TaggedTime] has it
    void arriveFromAfar(int barrier, long now, long when) {
        latest[barrier] = Math.max(latest[barrier], when);
        arrived(barrier, Math.max(now, TaggedTime.time(when)));
    }

    /// A warp arrives at a barrier of another CTA of the cluster.
    ///
    /// @param target of [WarpTrace#remote]
    void arriveRemotely(int target, long now) {
        int rank = WarpTrace.rank(target);
        int barrier = WarpTrace.barrier(target);
        if (cluster.multiprocessor(rank) == multiprocessor.number()) {
            cluster.cta(rank).arrive(barrier, now, 0);
        } else {
            multiprocessor.signal(cluster, target, now);
        }
    }

    /// A warp arrives at the barrier of the cluster.
    ///
    /// @param phase its number
    /// @param when it arrives, a cycle
    void arriveAtCluster(int phase, long now, long when) {
        int barrier = trace.clusterBarriers()[phase];
        latest[barrier] = Math.max(latest[barrier], TaggedTime.until(when, 0));
        if (--missing[barrier] > 1) {
            return;
        }
        if (cluster.size() > 1) {
            long last = TaggedTime.time(latest[barrier]);
            multiprocessor.report(new ClusterReplay.Arrival(cluster, phase, last));
        } else {
            arriveFromAfar(barrier, now, latest[barrier] + multiprocessor.clusterLatency());
        }
    }

    /// Lets the warps go on that wait at a barrier. One of them may arrive at another barrier at
    /// once.
    private void release(int barrier, long now) {
        var before = waiting;
        waiting = new ArrayList<>();
        for (var each : before) {
            if (each.barrier != barrier) {
                waiting.add(each);
            }
        }
        for (var each : before) {
            if (each.barrier == barrier) {
                each.warp.pass(completed[barrier], now);
            }
        }
    }

    /// When the warps that wait at a barrier can issue, as a [TaggedTime]; unknown until all have
    /// arrived.
    long completed(int barrier) {
        return completed[barrier];
    }

    void awaits(int barrier, WarpReplay warp) {
        waiting.add(new Waiting(barrier, warp));
    }

    /// A warp has ended.
    void ended(long now) {
        if (--live == 0) {
            multiprocessor.ended(this, now);
        }
    }
}
