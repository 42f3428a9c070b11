package org.offloadtck.checks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.Defect.DivergentBarrier;
import org.offloadtck.checks.finding.Defect.DivergentBarrier.Divergence;
import org.offloadtck.checks.finding.Defect.MissedBarrier;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.finding.ThreadAction.Synchronisation;
import org.offloadtck.checks.happensbefore.BarrierArrival;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.BarrierState;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.Flag;

/// Detects divergent and missed barriers of a CTA.
///
/// All threads of a warp must execute the same aligned barrier, `bar` or `.aligned` (PTX ISA
/// §9.7.13.1). They may execute other barriers at any instruction, as the state machine of a
/// generic-mode OpenMP kernel does. A warp without live threads takes part in no barrier (CUDA C++
/// Programming Guide, `__syncthreads()`: *non-exited threads*). That is no defect of a warp that
/// has nothing to do and leaves first. One that came to a barrier of the CTA and leaves while
/// others come to it again has met another barrier than they have, which a device does not tell.
///
/// A barrier completes when all threads that have not exited have arrived. If threads of a warp
/// have arrived at an aligned barrier and other threads of the warp exit before it completes, the
/// others either return early, which is permitted, or execute the code after the barrier and so
/// bypass it ([BypassAnalysis]).
///
/// Requirements: CK-03, CK-06.
final class Synccheck {

    private final Symbolizer symbolizer;

    /// The arrivals at each barrier since it completed last.
    private final List<List<BarrierArrival>> arrivals = new ArrayList<>();

    /// Of each thread of the CTA the program counter at which it exited.
    private final int[] exits;

    /// Of each barrier the warps that have come to it as a barrier of the whole CTA.
    private final BitSet[] visitors = new BitSet[BarrierState.COUNT];

    /// The arrivals of a part of a warp at barriers that have not completed.
    private final List<PartialArrival> partialArrivals = new ArrayList<>();

    private final BypassAnalysis bypasses;

    /// The arrival of some of the live threads of a warp at an aligned barrier.
    ///
    /// @param pc program counter of the barrier in the kernel
    /// @param others where the other live threads of the warp are
    private record PartialArrival(BarrierArrival arrival, int pc, List<Position> others) {}

    /// Where threads are.
    ///
    /// @param pc program counter in the kernel: that of the call if the threads are in a function
    private record Position(int lanes, int pc) {

        static Position of(int lanes, CallFrame frame, int pc) {
            return switch (frame) {
                case CallFrame.Entry _ -> new Position(lanes, pc);
                case CallFrame.Call call -> of(lanes, call.caller(), call.returnTo() - 1);
            };
        }
    }

    /// @param warps of the CTA
    Synccheck(Symbolizer symbolizer, int warps) {
        this.symbolizer = symbolizer;
        this.bypasses = BypassAnalysis.of(symbolizer.image());
        for (int barrier = 0; barrier < BarrierState.COUNT; barrier++) {
            arrivals.add(new ArrayList<>());
        }
        this.exits = new int[warps * Code.LANES];
        Arrays.setAll(visitors, _ -> new BitSet(warps));
    }

    /// A CTA starts in the place of the one before.
    void begin() {
        arrivals.forEach(List::clear);
        partialArrivals.clear();
        for (var warps : visitors) {
            warps.clear();
        }
    }

    /// Threads of a warp exit.
    void exited(Warp warp, LaneGroup group, int active) {
        int from = warp.index() * Code.LANES;
        if (active == -1) {
            Arrays.fill(exits, from, from + Code.LANES, group.pc());
            return;
        }
        for (int lane = 0; lane < Code.LANES; lane++) {
            exits[from + lane] = (active >>> lane & 1) != 0 ? group.pc() : exits[from + lane];
        }
    }

    /// Threads of a group arrive at a barrier.
    ///
    /// @param active lanes of the group that execute the barrier instruction
    void barrierReached(BarrierArrival arrival, LaneGroup group, int active) {
        var warp = arrival.warp();
        if (arrival.isValid()) {
            arrivals.get(arrival.barrier()).add(arrival);
        }
        if ((warp.live() & ~arrival.lanes()) != 0 && isAligned(arrival.pc())) {
            partialArrivals.add(partial(arrival, group, active));
        }
        int exited = lanesOf(warp) & ~warp.live();
        if (exited != 0 && isAligned(arrival.pc())) {
            int lane = Integer.numberOfTrailingZeros(exited);
            report(
                    new DivergentBarrier(arrival.barrier(), Divergence.EXITED_THREAD),
                    site(arrival),
                    exitSite(warp, lane));
        }
    }

    private static PartialArrival partial(BarrierArrival arrival, LaneGroup group, int active) {
        var others = new ArrayList<Position>();
        int skipping = group.mask() & ~active;
        if (skipping != 0) {
            others.add(Position.of(skipping, group.frame(), group.pc() + 1));
        }
        for (var other : arrival.warp().groups()) {
            if (other != group) {
                others.add(Position.of(other.mask(), other.frame(), other.pc()));
            }
        }
        int pc = Position.of(arrival.lanes(), group.frame(), group.pc()).pc();
        return new PartialArrival(arrival, pc, others);
    }

    /// The lanes of a warp that have a thread.
    private int lanesOf(Warp warp) {
        long threads = symbolizer.shape().cta().volume() - (long) warp.index() * Code.LANES;
        return threads >= Code.LANES ? -1 : (1 << threads) - 1;
    }

    void barrierCompleted(int barrier) {
        var all = arrivals.get(barrier);
        boolean differ = false;
        for (var arrival : all) {
            differ |= arrival.pc() != all.getFirst().pc();
        }
        for (int i = 0; differ && i < all.size(); i++) {
            compare(all.get(i), all.subList(0, i));
        }
        if (!all.isEmpty() && all.getFirst().ofCta()) {
            missVisitors(visitors[barrier], all);
        }
        if (!partialArrivals.isEmpty()) {
            reportBypasses(barrier);
        }
        all.clear();
    }

    /// Reports threads that bypass a barrier that completes, one for each arrival of a part of
    /// their warp.
    private void reportBypasses(int barrier) {
        for (var partial : partialArrivals) {
            var arrival = partial.arrival();
            if (arrival.barrier() == barrier) {
                bypassing(partial)
                        .ifPresent(lane ->
                                report(
                                        new DivergentBarrier(barrier, Divergence.BYPASSING_THREAD),
                                        site(arrival),
                                        exitSite(arrival.warp(), lane)));
            }
        }
        partialArrivals.removeIf(partial -> partial.arrival().barrier() == barrier);
    }

    private OptionalInt bypassing(PartialArrival partial) {
        var warp = partial.arrival().warp();
        int missing = lanesOf(warp) & ~warp.live() & ~arrived(warp, partial.arrival().barrier());
        for (var position : partial.others()) {
            int lane = Integer.numberOfTrailingZeros(position.lanes() & missing);
            if (lane < Code.LANES
                    && exitsInKernel(warp, lane)
                    && bypasses.isBypass(symbolizer.kernel(), partial.pc(), position.pc())) {
                return OptionalInt.of(lane);
            }
        }
        return OptionalInt.empty();
    }

    /// Whether a thread exited in the code of the kernel, not in that of a function.
    private boolean exitsInKernel(Warp warp, int lane) {
        int pc = exits[warp.index() * Code.LANES + lane];
        return pc >= symbolizer.kernel().entry() && pc < symbolizer.kernel().end();
    }

    private KernelFinding.Site exitSite(Warp warp, int lane) {
        int pc = exits[warp.index() * Code.LANES + lane];
        return symbolizer.site(Synchronisation.EXIT, warp, lane, pc);
    }

    /// The lanes of a warp that have arrived at a barrier since it completed last.
    private int arrived(Warp warp, int barrier) {
        int lanes = 0;
        for (var arrival : arrivals.get(barrier)) {
            lanes |= arrival.warp() == warp ? arrival.lanes() : 0;
        }
        return lanes;
    }

    /// Reports the warps that came to the barrier before and have exited, each once.
    private void missVisitors(BitSet before, List<BarrierArrival> all) {
        var arrival = all.getFirst();
        var warps = arrival.warp().cta().warps();
        for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
            if (warps.get(i).live() == 0) {
                report(
                        new MissedBarrier(arrival.barrier()),
                        site(arrival),
                        exitSite(warps.get(i), 0));
                before.clear(i);
            }
        }
        for (var each : all) {
            before.set(each.warp().index());
        }
    }

    private void compare(BarrierArrival arrival, List<BarrierArrival> earlier) {
        for (var other : earlier) {
            boolean differ = other.warp() == arrival.warp() && other.pc() != arrival.pc();
            if (differ && (isAligned(arrival.pc()) || isAligned(other.pc()))) {
                report(
                        new DivergentBarrier(arrival.barrier(), Divergence.DIFFERENT_INSTRUCTIONS),
                        site(other),
                        site(arrival));
            }
        }
    }

    private KernelFinding.Site site(BarrierArrival arrival) {
        int lane = Integer.numberOfTrailingZeros(arrival.lanes());
        return symbolizer.site(Synchronisation.BARRIER, arrival.warp(), lane, arrival.pc());
    }

    private void report(Defect defect, KernelFinding.Site site, KernelFinding.Site other) {
        symbolizer.report(defect, List.of(site, other));
    }

    private boolean isAligned(int pc) {
        if (!(symbolizer.image().instruction(pc) instanceof Instruction.Operation operation)) {
            return false;
        }
        return switch (operation.opcode()) {
            case BAR_SYNC, BAR_ARRIVE, BAR_RED, BAR_RED_POPC -> true;
            default -> operation.modifiers().has(Flag.ALIGNED);
        };
    }
}
