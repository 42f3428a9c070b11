package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes `barrier.cluster.arrive` and `barrier.cluster.wait` (PTX ISA 9.0 §9.7.13.3).
///
/// A thread that waits without having arrived waits for itself, so that the cluster is deadlocked.
final class ClusterBarriers {

    private final RunningCounters counts;
    private final LaunchObserver observer;

    ClusterBarriers(RunningCounters counts, LaunchObserver observer) {
        this.counts = counts;
        this.observer = observer;
    }

    /// Executes an instruction.
    ///
    /// @return whether the group can continue immediately
    boolean execute(Warp warp, LaneGroup group, int op) {
        if (op == Op.CLUSTER_ARRIVE) {
            arrive(warp, group);
        } else {
            await(warp, group);
        }
        return group.isRunnable() && warp.isConverged();
    }

    private void arrive(Warp warp, LaneGroup group) {
        int repeated = warp.cta().cluster().barrier().arrive(warp, group.mask());
        if (repeated != 0) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    Integer.numberOfTrailingZeros(repeated),
                    "barrier.cluster.arrive follows another when barrier.cluster.wait should be between them");
        }
        group.advance();
        complete(warp.cta().cluster());
    }

    private static void await(Warp warp, LaneGroup group) {
        int passing = warp.cta().cluster().barrier().pass(warp, group.mask());
        int waiting = group.mask() & ~passing;
        if (passing == 0) {
            group.waitAtClusterBarrier();
            return;
        }
        if (waiting != 0) {
            warp.split(group, waiting, group.pc());
        }
        group.advance();
    }

    /// Completes the current phase if no thread is left that has not arrived.
    void complete(Cluster cluster) {
        if (!cluster.barrier().isComplete()) {
            return;
        }
        counts.barriers++;
        cluster.barrier().completePhase();
        observer.clusterBarrierCompleted(cluster);
        for (var cta : cluster.ctas()) {
            for (var warp : cta.warps()) {
                for (var group : warp.groups()) {
                    if (group.state() == LaneGroup.State.AT_CLUSTER_BARRIER) {
                        cluster.barrier().pass(warp, group.mask());
                        group.resume();
                    }
                }
            }
        }
    }
}
