package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.happensbefore.Release.SyncScope;

/// The order of accesses that the barriers of a CTA make.
///
/// A barrier that all live threads wait at orders everything before it. Any other barrier orders
/// the accesses of the threads that arrived before the accesses of the threads that waited.
public final class BarrierOrder {

    private final CtaClocks clocks;
    private final Map<Integer, List<ReleasingArrival>> arrivals = new HashMap<>();

    /// @param release the accesses that the arrival publishes
    private record ReleasingArrival(BarrierArrival arrival, Release release) {}

    public BarrierOrder(CtaClocks clocks) {
        this.clocks = clocks;
    }

    /// A CTA starts.
    public void begin() {
        arrivals.clear();
    }

    /// Threads arrive at a barrier.
    ///
    /// @param last the number of the last access so far
    public void arrive(BarrierArrival arrival, int last) {
        var warp = clocks.of(arrival.warp());
        var release = warp.all(arrival.lanes(), SyncScope.CTA, last);
        warp.since = last;
        arrivals.computeIfAbsent(arrival.barrier(), _ -> new ArrayList<>())
                .add(new ReleasingArrival(arrival, release));
    }

    /// A barrier completes, and its waiting threads continue.
    ///
    /// @param last the number of the last access so far
    public void complete(int barrier, int last) {
        var all = arrivals.getOrDefault(barrier, List.of());
        int[] waiting = new int[clocks.warps.size()];
        for (var each : all) {
            if (each.arrival().waits()) {
                waiting[each.arrival().warp().index()] |= each.arrival().lanes();
            }
        }
        boolean everyone = true;
        for (var warp : clocks.warps) {
            everyone &= (warp.warp().live() & ~waiting[warp.warp().index()]) == 0;
        }
        if (everyone) {
            clocks.join(last);
        } else {
            for (var each : all) {
                HappensBefore.arrive(clocks.of(each.arrival().warp()), each.release(), barrier);
            }
            for (var each : all) {
                if (each.arrival().waits()) {
                    HappensBefore.leave(
                            clocks.of(each.arrival().warp()), each.arrival().lanes(), barrier);
                }
            }
        }
        arrivals.remove(barrier);
    }
}
