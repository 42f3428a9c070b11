package org.offloadtck.engine.interpreter;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CollectiveKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// The barriers of a CTA (PTX ISA §9.7.13.1).
///
/// Threads arrive one by one, wherever they are in the code. A barrier without a thread count
/// completes when every thread of the CTA that has not exited is there; one with a count, when so
/// many are, where the exited threads of a warp whose others all arrived count as arrived, for
/// counts are of whole warps.
public final class Barriers {

    /// Barriers of a CTA (PTX ISA §9.7.13.1).
    private static final int COUNT = 16;

    private final Cta cta;
    private final LaunchObserver observer;
    private final List<Warp> warps;
    private final int[] words;
    private final RunningCounters counts;
    private final Barrier[] barriers = new Barrier[COUNT];

    /// A bit for each barrier that threads have arrived at.
    private int inUse;

    /// Who has arrived at one barrier.
    private static final class Barrier {

        private final int[] arrived;
        private final int[] yes;
        private int expected;

        Barrier(int warps) {
            arrived = new int[warps];
            yes = new int[warps];
        }

        void clear() {
            Arrays.fill(arrived, 0);
            Arrays.fill(yes, 0);
        }
    }

    public Barriers(
            Cta cta, int warpCount, Code code, RunningCounters counts, LaunchObserver observer) {
        this.cta = cta;
        this.observer = observer;
        this.warps = cta.warps();
        this.words = code.words();
        this.counts = counts;
        Arrays.setAll(barriers, _ -> new Barrier(warpCount));
    }

    public void clear() {
        for (int rest = inUse; rest != 0; rest &= rest - 1) {
            barriers[Integer.numberOfTrailingZeros(rest)].clear();
        }
        inUse = 0;
    }

    /// Brings a group to a barrier instruction.
    ///
    /// @return whether the group goes on at once
    boolean execute(Warp warp, LaneGroup group, int op) {
        int at = group.pc * Code.STRIDE;
        int base = group.frame.firstRow();
        int row = warp.row(words[at + Code.A], base);
        warp.keepUniform(group, row);
        long id = warp.registers()[row + group.firstLane()];
        long expected = warp.registers()[warp.row(words[at + Code.B], base) + group.firstLane()];
        check(group, id, expected);
        var barrier = barriers[(int) id];
        inUse |= 1 << id;
        barrier.arrived[warp.index()] |= group.mask;
        barrier.expected = (int) expected;
        if (op == Op.BARRIER_REDUCE) {
            int yes = warp.predicate(words[at + Code.C], group.frame.firstPredicate());
            barrier.yes[warp.index()] |= yes & group.mask;
        }
        if (op == Op.BARRIER_ARRIVE) {
            group.pc++;
        } else {
            group.state = LaneGroup.State.AT_BARRIER;
            group.barrier = (int) id;
        }
        complete((int) id);
        return group.isRunnable() && warp.isConverged();
    }

    private static void check(LaneGroup group, long id, long expected) {
        if (id >= COUNT) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "barrier is %d when there are %d".formatted(id, COUNT));
        }
        if (expected % Code.LANES != 0) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "barrier waits for %d threads when it should for a multiple of the warp size %d"
                            .formatted(expected, Code.LANES));
        }
    }

    /// Lets threads go on that waited only for threads that have exited.
    void recheck() {
        for (int rest = inUse; rest != 0; rest &= rest - 1) {
            complete(Integer.numberOfTrailingZeros(rest));
        }
    }

    private void complete(int id) {
        var barrier = barriers[id];
        if (!isComplete(barrier)) {
            return;
        }
        counts.barriers++;
        int threads = bits(barrier.arrived);
        int yes = bits(barrier.yes);
        barrier.clear();
        inUse &= ~(1 << id);
        observer.barrierCompleted(cta, id);
        for (var warp : warps) {
            for (var group : warp.groups()) {
                if (group.state == LaneGroup.State.AT_BARRIER && group.barrier == id) {
                    finish(warp, group, threads, yes);
                    group.state = LaneGroup.State.RUNNABLE;
                    group.pc++;
                }
            }
        }
    }

    private boolean isComplete(Barrier barrier) {
        int present = 0;
        for (int w = 0; w < warps.size(); w++) {
            int arrived = barrier.arrived[w];
            boolean whole = (warps.get(w).live() & ~arrived) == 0;
            if (barrier.expected == 0 && !whole) {
                return false;
            }
            present += whole && arrived != 0 ? Code.LANES : Integer.bitCount(arrived);
        }
        return barrier.expected == 0 || present >= barrier.expected;
    }

    private static int bits(int[] masks) {
        int bits = 0;
        for (int mask : masks) {
            bits += Integer.bitCount(mask);
        }
        return bits;
    }

    private void finish(Warp warp, LaneGroup group, int threads, int yes) {
        int at = group.pc * Code.STRIDE;
        if (words[at + Code.OP] != Op.BARRIER_REDUCE) {
            return;
        }
        int d = words[at + Code.D];
        if (words[at + Code.X] == CollectiveKind.COUNT) {
            Collectives.fill(warp, group, d, yes);
            return;
        }
        boolean holds = words[at + Code.X] == CollectiveKind.ALL ? yes == threads : yes > 0;
        warp.setPredicate(d, group.frame.firstPredicate(), group.mask, holds ? -1 : 0);
    }
}
