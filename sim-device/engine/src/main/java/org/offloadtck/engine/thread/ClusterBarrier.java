package org.offloadtck.engine.thread;

import java.util.Arrays;
import java.util.List;

/// The barrier of a cluster (PTX ISA 9.0 §9.7.13.3, `barrier.cluster`).
///
/// A phase completes when all threads of the cluster that have not exited have arrived. A thread
/// that has arrived may then pass one wait.
public final class ClusterBarrier {

    private final List<Cta> ctas;

    /// Lanes that have arrived in the current phase, by warp of the cluster.
    private final int[] arrived;

    /// Lanes that have arrived in a phase that has completed and have not waited since.
    private final int[] released;

    private final int warpsOfCta;
    private boolean isInUse;

    /// The first warps, of which all threads that have not exited have arrived.
    private int whole;

    ClusterBarrier(List<Cta> ctas) {
        this.ctas = ctas;
        this.warpsOfCta = ctas.getFirst().warps().size();
        this.arrived = new int[ctas.size() * warpsOfCta];
        this.released = new int[arrived.length];
    }

    private int index(Warp warp) {
        return warp.cta().clusterRank() * warpsOfCta + warp.index();
    }

    /// Adds lanes of a warp to the current phase.
    ///
    /// @return the lanes that had arrived and not waited since
    public int arrive(Warp warp, int lanes) {
        int w = index(warp);
        int repeated = (arrived[w] | released[w]) & lanes;
        arrived[w] |= lanes;
        isInUse = true;
        return repeated;
    }

    /// Takes the permission to pass a wait from lanes that have it.
    ///
    /// @return these lanes
    public int pass(Warp warp, int lanes) {
        int w = index(warp);
        int passing = released[w] & lanes;
        released[w] &= ~passing;
        return passing;
    }

    /// Whether the current phase is complete. A phase in which no thread has arrived is not.
    public boolean isComplete() {
        while (isInUse && whole < arrived.length && isWhole(whole)) {
            whole++;
        }
        return isInUse && whole == arrived.length;
    }

    private boolean isWhole(int w) {
        int live = ctas.get(w / warpsOfCta).warps().get(w % warpsOfCta).live();
        return (live & ~arrived[w]) == 0;
    }

    /// Starts the next phase. The threads that had arrived may pass a wait.
    public void completePhase() {
        for (int w = 0; w < arrived.length; w++) {
            released[w] |= arrived[w];
            arrived[w] = 0;
        }
        whole = 0;
        isInUse = false;
    }

    void clear() {
        Arrays.fill(arrived, 0);
        Arrays.fill(released, 0);
        whole = 0;
        isInUse = false;
    }
}
