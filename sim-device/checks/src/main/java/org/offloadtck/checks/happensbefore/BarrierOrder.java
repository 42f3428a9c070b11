package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.BarrierState;

/// The order of accesses that the barriers of a CTA make.
///
/// A barrier that all live threads wait at orders everything before it. Any other barrier orders
/// the accesses of the threads that arrived before the accesses of the threads that waited.
public final class BarrierOrder {

    private final CtaClocks clocks;

    /// The arrivals at each barrier.
    private final List<Arrivals> arrivals =
            Stream.generate(Arrivals::new).limit(BarrierState.COUNT).toList();

    /// The lanes of each warp that wait at the barrier that completes.
    private final int[] waiting;

    /// The arrivals at a barrier since it completed last, and what each publishes. The object is
    /// reused, and a [Release] is made only if the barrier does not order the whole CTA: nearly all
    /// barriers do.
    private static final class Arrivals {

        /// Numbers of an arrival: the last access, the last before the warp and the last before the
        /// CTA synchronised.
        private static final int NUMBERS = 3;

        private final List<BarrierArrival> all = new ArrayList<>();
        private int[] numbers = new int[Code.LANES * NUMBERS];

        void add(BarrierArrival arrival, int last, WarpClocks warp) {
            int at = all.size() * NUMBERS;
            if (at == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * at);
            }
            numbers[at] = last;
            numbers[at + 1] = warp.joined;
            numbers[at + 2] = warp.cta.barrier;
            all.add(arrival);
        }

        void renumber(AccessRenumbering by) {
            for (int i = 0; i < all.size() * NUMBERS; i++) {
                numbers[i] = by.of(numbers[i]);
            }
        }

        Release release(int index, WarpClocks warp) {
            int at = index * NUMBERS;
            return new Release(
                    warp.actor(),
                    all.get(index).lanes(),
                    numbers[at],
                    numbers[at + 1],
                    numbers[at + 2],
                    SyncScope.CTA,
                    0);
        }
    }

    public BarrierOrder(CtaClocks clocks) {
        this.clocks = clocks;
        this.waiting = new int[clocks.warps.size()];
    }

    /// A CTA starts.
    public void begin() {
        arrivals.forEach(each -> each.all.clear());
    }

    /// Threads arrive at a valid barrier.
    ///
    /// @param last the number of the last access so far
    public void arrive(BarrierArrival arrival, int last) {
        var warp = clocks.of(arrival.warp());
        warp.since = last;
        arrivals.get(arrival.barrier()).add(arrival, last, warp);
    }

    /// A barrier completes, and its waiting threads continue.
    ///
    /// @param last the number of the last access so far
    public void complete(int barrier, int last) {
        var those = arrivals.get(barrier);
        Arrays.fill(waiting, 0);
        for (var each : those.all) {
            if (each.waits()) {
                waiting[each.warp().index()] |= each.lanes();
            }
        }
        boolean everyone = true;
        for (var warp : clocks.warps) {
            everyone &= (warp.warp().live() & ~waiting[warp.warp().index()]) == 0;
        }
        if (everyone) {
            clocks.join(last);
        } else {
            exchange(those, barrier);
        }
        those.all.clear();
    }

    public void renumber(AccessRenumbering by) {
        arrivals.forEach(each -> each.renumber(by));
    }

    private void exchange(Arrivals those, int barrier) {
        for (int i = 0; i < those.all.size(); i++) {
            var warp = clocks.of(those.all.get(i).warp());
            HappensBefore.arrive(warp, those.release(i, warp), barrier);
        }
        for (var each : those.all) {
            if (each.waits()) {
                HappensBefore.leave(clocks.of(each.warp()), each.lanes(), barrier);
            }
        }
    }
}
