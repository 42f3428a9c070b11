package org.offloadtck.checks.synccheck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.happensbefore.Release;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.initcheck.ShadowPropagation;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.Flag;

/// The barriers of a CTA: which accesses they put in order, and whether threads come to them as
/// they must.
///
/// All threads of a warp have to come to an aligned barrier, `bar` or `.aligned`, by one
/// instruction (PTX ISA §9.7.13.1); to others they may come from anywhere, as a generic-mode OpenMP
/// kernel's state machine does. A warp none of whose threads live is not waited for by any (CUDA
/// C++ Programming Guide, `__syncthreads()`: *non-exited threads*), and is no finding.
public final class BarrierCheck {

    private final Symbolizer scene;
    private final CtaClocks order;
    private final Verdicts verdicts;
    private final Map<Integer, List<Arrival>> arrivals = new HashMap<>();
    private final int[] exits;

    /// Whether what is found is told.
    public enum Verdicts {
        TOLD,
        KEPT
    }

    /// Threads of a warp that came to a barrier.
    ///
    /// @param release what they had done then
    private record Arrival(Warp warp, int lanes, int pc, Release release) {}

    public BarrierCheck(Symbolizer scene, CtaClocks order, Verdicts verdicts) {
        this.scene = scene;
        this.order = order;
        this.verdicts = verdicts;
        this.exits = new int[order.warps.size() * Code.LANES];
    }

    public void begin() {
        arrivals.clear();
    }

    /// Threads of the warp exit.
    public void exit(Warp warp, LaneGroup group, int active) {
        int from = warp.index() * Code.LANES;
        for (int lane = 0; lane < Code.LANES; lane++) {
            exits[from + lane] = (active >>> lane & 1) != 0 ? group.pc() : exits[from + lane];
        }
    }

    /// Threads come to a barrier; those that come to another than the first do so again, later.
    ///
    /// @param last the last access so far
    public void arrive(Warp warp, LaneGroup group, int active, int last) {
        int[] words = scene.image().code().words();
        int operand = words[group.pc() * Code.STRIDE + Code.A];
        int row = ShadowPropagation.row(operand, group.frame().firstRow());
        long id = warp.registers()[row + Integer.numberOfTrailingZeros(active)];
        int lanes = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (warp.registers()[row + lane] == id ? 1 : 0) << lane;
        }
        var release = order.of(warp).all(lanes, SyncScope.CTA, last);
        order.of(warp).since = last;
        arrivals.computeIfAbsent((int) id, _ -> new ArrayList<>())
                .add(new Arrival(warp, lanes, group.pc(), release));
        int gone = lanesOf(warp) & ~warp.live();
        if (gone != 0 && isAligned(group.pc())) {
            int lane = Integer.numberOfTrailingZeros(gone);
            int pc = exits[warp.index() * Code.LANES + lane];
            tell(
                    "barrier %d is come to without a thread of the warp that has exited"
                            .formatted(id),
                    scene.site("barrier", warp, Integer.numberOfTrailingZeros(lanes), group.pc()),
                    scene.site("exit", warp, lane, pc));
        }
    }

    private int lanesOf(Warp warp) {
        long threads = scene.shape().cta().volume() - (long) warp.index() * Code.LANES;
        return threads >= Code.LANES ? -1 : (1 << threads) - 1;
    }

    /// A barrier completes: whoever waits there goes on.
    ///
    /// @param last the last access so far
    public void complete(int barrier, int last) {
        var all = arrivals.getOrDefault(barrier, List.of());
        int[] waiting = new int[order.warps.size()];
        check(barrier, all);
        for (var arrival : all) {
            if (waits(arrival.pc())) {
                waiting[arrival.warp().index()] |= arrival.lanes();
            }
        }
        boolean everyone = true;
        for (var warp : order.warps) {
            int live = warp.warp().live();
            everyone &= (live & ~waiting[warp.warp().index()]) == 0;
        }
        if (everyone) {
            order.join(last);
        } else {
            all.forEach(arrival -> publish(arrival, barrier));
            all.stream().filter(a -> waits(a.pc())).forEach(a -> learn(a, barrier));
        }
        arrivals.remove(barrier);
    }

    private void publish(Arrival arrival, int barrier) {
        HappensBefore.arrive(order.of(arrival.warp()), arrival.release(), barrier);
    }

    private void learn(Arrival arrival, int barrier) {
        HappensBefore.leave(order.of(arrival.warp()), arrival.lanes(), barrier);
    }

    private boolean waits(int pc) {
        return scene.image().code().words()[pc * Code.STRIDE] != Op.BARRIER_ARRIVE;
    }

    /// Tells of threads of a warp that came by another instruction than others of it.
    private void check(int barrier, List<Arrival> all) {
        boolean apart = false;
        for (var arrival : all) {
            apart |= arrival.pc() != all.getFirst().pc();
        }
        for (int i = 0; apart && i < all.size(); i++) {
            check(barrier, all.get(i), all.subList(0, i));
        }
    }

    private void check(int barrier, Arrival arrival, List<Arrival> earlier) {
        for (var other : earlier) {
            boolean apart = other.warp() == arrival.warp() && other.pc() != arrival.pc();
            if (apart && (isAligned(arrival.pc()) || isAligned(other.pc()))) {
                tell(
                        "barrier %d is come to by threads of one warp at two places"
                                .formatted(barrier),
                        site(other),
                        site(arrival));
            }
        }
    }

    private KernelFinding.Site site(Arrival arrival) {
        int lane = Integer.numberOfTrailingZeros(arrival.lanes());
        return scene.site("barrier", arrival.warp(), lane, arrival.pc());
    }

    private void tell(String problem, KernelFinding.Site site, KernelFinding.Site other) {
        if (verdicts == Verdicts.TOLD) {
            scene.report(KernelFinding.Kind.BARRIER_DIVERGENCE, problem, List.of(site, other));
        }
    }

    private boolean isAligned(int pc) {
        if (!(scene.image().instruction(pc) instanceof Instruction.Operation operation)) {
            return false;
        }
        return switch (operation.opcode()) {
            case BAR_SYNC, BAR_ARRIVE, BAR_RED, BAR_RED_POPC -> true;
            default -> operation.modifiers().has(Flag.ALIGNED);
        };
    }
}
