package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CollectiveKind;
import org.offloadtck.engine.code.ConstantPool;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.thread.BarrierState;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes the barrier instructions of CTAs: `barrier.sync`, `barrier.arrive`, `barrier.red` (PTX
/// ISA §9.7.13.1).
///
/// Threads arrive one group at a time and need not be at the same instruction.
final class Barriers {

    private final int[] words;
    private final ConstantPool constants;
    private final RunningCounters counts;
    private final LaunchObserver observer;

    Barriers(Code code, RunningCounters counts, LaunchObserver observer) {
        this.words = code.words();
        this.constants = code.constants();
        this.counts = counts;
        this.observer = observer;
    }

    /// Executes a barrier instruction.
    ///
    /// @return whether the group can continue immediately
    boolean execute(Warp warp, LaneGroup group, int op) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int row = warp.row(words[at + Code.A], base);
        if (!constants.isConstant(words[at + Code.A])) {
            warp.keepUniform(group, row);
        }
        long id = warp.registers()[row + group.firstLane()];
        long expected = warp.registers()[warp.row(words[at + Code.B], base) + group.firstLane()];
        check(group, id, expected);
        int predicate =
                op == Op.BARRIER_REDUCE
                        ? warp.predicate(words[at + Code.C], group.frame().firstPredicate())
                        : 0;
        warp.cta().barrier((int) id).arrive(warp.index(), group.mask(), (int) expected, predicate);
        if (op == Op.BARRIER_ARRIVE) {
            group.advance();
        } else {
            group.waitAtBarrier((int) id);
        }
        complete(warp.cta(), (int) id);
        return group.isRunnable() && warp.isConverged() && !warp.startsAnew();
    }

    private static void check(LaneGroup group, long id, long expected) {
        if (id >= BarrierState.COUNT) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "barrier is %d when there are %d".formatted(id, BarrierState.COUNT));
        }
        if (expected % Code.LANES != 0) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    group.firstLane(),
                    "barrier waits for %d threads when it should for a multiple of the warp size %d"
                            .formatted(expected, Code.LANES));
        }
    }

    /// Completes the barriers of a CTA that only waited for threads that have exited.
    void completeAfterExit(Cta cta) {
        for (int rest = cta.barriersInUse(); rest != 0; rest &= rest - 1) {
            complete(cta, Integer.numberOfTrailingZeros(rest));
        }
    }

    private void complete(Cta cta, int id) {
        var barrier = cta.barrier(id);
        if (barrier.isComplete(cta.warps())) {
            release(cta, id, barrier);
        }
    }

    private void release(Cta cta, int id, BarrierState barrier) {
        counts.barriers++;
        int threads = barrier.arrivedThreads();
        int trueThreads = barrier.trueThreads();
        cta.resetBarrier(id);
        observer.barrierCompleted(cta, id);
        var warps = cta.warps();
        for (int w = 0; w < warps.size(); w++) {
            var warp = warps.get(w);
            var groups = warp.groups();
            for (int g = 0; g < groups.size(); g++) {
                var group = groups.get(g);
                if (group.state() == LaneGroup.State.AT_BARRIER && group.barrier() == id) {
                    reduce(warp, group, threads, trueThreads);
                    group.resume();
                    warp.leaveBarrier();
                }
            }
        }
    }

    private void reduce(Warp warp, LaneGroup group, int threads, int trueThreads) {
        int at = group.pc() * Code.STRIDE;
        if (words[at + Code.OP] != Op.BARRIER_REDUCE) {
            return;
        }
        int d = words[at + Code.D];
        if (words[at + Code.X] == CollectiveKind.COUNT) {
            Collectives.fill(warp, group, d, trueThreads);
            return;
        }
        boolean result =
                words[at + Code.X] == CollectiveKind.ALL ? trueThreads == threads : trueThreads > 0;
        warp.setPredicate(d, group.frame().firstPredicate(), group.mask(), result ? -1 : 0);
    }
}
