package org.offloadtck.engine.thread;

import java.util.List;

/// The CTAs of a cluster, in ascending order of ranks, and their barrier.
///
/// They start together, and their state is kept until the last has ended.
public final class Cluster {

    private final List<Cta> ctas;
    private final ClusterBarrier barrier;

    /// @param ctas by rank; each belongs to this cluster from then on
    public Cluster(List<Cta> ctas) {
        this.ctas = List.copyOf(ctas);
        this.barrier = new ClusterBarrier(this.ctas);
        for (int rank = 0; rank < this.ctas.size(); rank++) {
            this.ctas.get(rank).join(this, rank);
        }
    }

    /// The CTAs by rank.
    public List<Cta> ctas() {
        return ctas;
    }

    public ClusterBarrier barrier() {
        return barrier;
    }

    /// The CTA whose shared memory contains a place in this process.
    public Cta owner(long place) {
        return ctas.stream()
                .filter(cta -> place >= cta.shared() && place - cta.shared() < cta.sharedSize())
                .findFirst()
                .orElseThrow();
    }

    /// Whether all threads have exited.
    public boolean hasEnded() {
        return ctas.stream().allMatch(Cta::hasEnded);
    }

    /// Whether a thread can run.
    public boolean canRun() {
        return ctas.stream().anyMatch(Cta::canRun);
    }

    /// Starts CTAs at the first instruction of the kernel.
    ///
    /// @param first index in the order of starts ([LaunchShape#started])
    public void start(long first) {
        barrier.clear();
        for (int rank = 0; rank < ctas.size(); rank++) {
            var cta = ctas.get(rank);
            cta.start(cta.shape().started(first + rank));
        }
    }
}
