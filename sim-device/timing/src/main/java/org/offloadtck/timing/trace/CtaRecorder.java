package org.offloadtck.timing.trace;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.engine.memory.SharedWindow;

/// Records the [CtaTrace] of one CTA.
final class CtaRecorder {

    /// Barriers of a CTA (PTX ISA §9.7.13.1).
    static final int BARRIERS = 16;

    /// The place of the barrier of the cluster behind those of the CTA.
    private static final int CLUSTER = BARRIERS;

    private static final int NONE = -1;

    private final ClusterPlace place;
    private final List<WarpRecorder> warps;
    private final int[] open = new int[BARRIERS + 1];

    /// By phase of the barrier of the cluster, its number in the trace.
    private final TraceBuffer clusterBarriers;

    private final TraceBuffer arrivals;
    private final AccessRecorder accesses;
    private final MbarrierPhases phases = new MbarrierPhases();

    CtaRecorder(int warpCount, AccessRecorder accesses, ClusterPlace place, TraceBudget room) {
        this.place = place;
        this.accesses = accesses;
        arrivals = new TraceBuffer(room);
        clusterBarriers = new TraceBuffer(room);
        warps = Stream.generate(() -> new WarpRecorder(room)).limit(warpCount).toList();
        clear();
    }

    /// Prepares to record another CTA.
    void clear() {
        Arrays.fill(open, NONE);
        arrivals.clear();
        clusterBarriers.clear();
        phases.clear();
        warps.forEach(WarpRecorder::clear);
    }

    /// The counters of all CTAs that were recorded.
    KernelCounters counters() {
        return accesses.counters();
    }

    AccessRecorder accesses() {
        return accesses;
    }

    WarpRecorder warp(int index) {
        return warps.get(index);
    }

    /// A group of the warp arrives at a barrier.
    void arrives(WarpRecorder warp, int barrier) {
        if (open[barrier] == NONE) {
            open[barrier] = newBarrier();
        }
        arrivesAt(warp, open[barrier]);
    }

    /// Lanes of a warp arrive at the barrier of the cluster.
    void arrivesAtCluster(WarpRecorder warp, int lanes) {
        if (open[CLUSTER] == NONE) {
            open[CLUSTER] = newBarrier();
            arrivals.set(open[CLUSTER], 1);
            clusterBarriers.add(open[CLUSTER]);
        }
        addArrival(open[CLUSTER]);
        warp.arrivesAtCluster(lanes, clusterBarriers.size() - 1);
    }

    /// Lanes of a warp wait for the phase of the barrier of the cluster that they have arrived in.
    void awaitsCluster(WarpRecorder warp, int lanes) {
        boolean isOpen = open[CLUSTER] != NONE;
        if (isOpen && warp.areInCluster(lanes)) {
            warp.waitAt(CLUSTER);
            return;
        }
        int completed = clusterBarriers.size() - (isOpen ? 2 : 1);
        if (completed >= 0) {
            warp.mark(WarpTrace.WAIT, clusterBarriers.get(completed));
        }
    }

    /// The current phase of the barrier of the cluster completes.
    void clusterCompletes() {
        if (open[CLUSTER] != NONE) {
            completes(CLUSTER);
            warps.forEach(WarpRecorder::leavesCluster);
        }
    }

    private int newBarrier() {
        int number = arrivals.size();
        arrivals.add(0);
        return number;
    }

    private void arrivesAt(WarpRecorder warp, int number) {
        addArrival(number);
        warp.mark(WarpTrace.ARRIVE, number);
    }

    private void addArrival(int number) {
        arrivals.set(number, arrivals.get(number) + 1);
    }

    /// Lanes of a group use an `mbarrier` each, of this CTA or of another one of the cluster.
    void uses(WarpRecorder warp, MbarrierPhases.Use use, int lanes, long[] at) {
        if (use == MbarrierPhases.Use.POLLS) {
            warp.pollsAt(lanes, at);
            return;
        }
        for (int rest = lanes; rest != 0; ) {
            long address = at[Integer.numberOfTrailingZeros(rest)];
            switch (use) {
                case CHANGES, COMPLETES_COPY -> changes(warp, use, address);
                case NONE, INITIALISES, POLLS, ENDS_WAIT ->
                        phases.initialise(SharedWindow.unmapped(address));
            }
            rest = others(rest, at, address);
        }
    }

    private void changes(WarpRecorder warp, MbarrierPhases.Use use, long address) {
        int rank = place.rankOf(address);
        int number = place.at(rank).phase(SharedWindow.unmapped(address));
        boolean isOfCopy = use == MbarrierPhases.Use.COMPLETES_COPY;
        if (rank == place.rank()) {
            warp.mark(isOfCopy ? WarpTrace.ARRIVE_WITH_COPY : WarpTrace.ARRIVE, number);
        } else {
            warp.mark(
                    isOfCopy ? WarpTrace.ARRIVE_REMOTELY_WITH_COPY : WarpTrace.ARRIVE_REMOTELY,
                    WarpTrace.remote(rank, number));
        }
    }

    /// Adds an arrival to the current phase of an `mbarrier` of this CTA.
    ///
    /// @param object its address, which names no rank
    /// @return the number of the phase among the barriers
    private int phase(long object) {
        int number = phases.current(object).orElseGet(this::newBarrier);
        phases.begin(object, number);
        addArrival(number);
        return number;
    }

    /// The lanes whose object is another one.
    private static int others(int lanes, long[] at, long address) {
        int others = lanes;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            others &= at[lane] == address ? ~(1 << lane) : -1;
        }
        return others;
    }

    /// A phase of an `mbarrier` completes.
    void completes(long mbarrier) {
        phases.complete(mbarrier);
    }

    /// Lanes of a group have waited for a phase of an `mbarrier`, and lanes `failed` in vain. The
    /// warp is held until the phases have completed.
    void waits(WarpRecorder warp, int failed) {
        int held = 0;
        for (int rest = warp.endPoll(failed); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = warp.polled(lane);
            var number = phases.last(SharedWindow.unmapped(address));
            if (number.isPresent() && (held == 0 || warp.polled(held - 1) != address)) {
                warp.mark(WarpTrace.WAIT, number.getAsInt());
                held = lane + 1;
            }
        }
    }

    /// A barrier completes, and the waiting warps continue.
    void completes(int barrier) {
        int number = open[barrier];
        open[barrier] = NONE;
        for (var warp : warps) {
            if (warp.passes(barrier)) {
                warp.mark(WarpTrace.WAIT, number);
            }
        }
    }

    CtaTrace trace() {
        return new CtaTrace(
                warps.stream().map(WarpRecorder::trace).toList(),
                arrivals.toArray(),
                clusterBarriers.toArray());
    }
}
