package org.offloadtck.checks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.initcheck.CallPropagation;
import org.offloadtck.checks.initcheck.MemoryPropagation;
import org.offloadtck.checks.initcheck.ShadowPropagation;
import org.offloadtck.checks.initcheck.UninitialisedUseReporter;
import org.offloadtck.checks.initcheck.WarpShadow;
import org.offloadtck.checks.racecheck.AccessTableCompaction;
import org.offloadtck.checks.racecheck.RaceCheckContext;
import org.offloadtck.checks.racecheck.RaceReporter;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.checks.synccheck.BarrierCheck;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Watches a launch for whatever a detector looks for.
final class CheckingObserver implements LaunchObserver {

    private final Symbolizer scene;
    private final MemoryShadow memory;
    private final boolean races;
    private final boolean values;
    private final boolean leaks;
    private final BarrierCheck.Verdicts barriers;
    private final int[] words;
    private final int[] fences;
    private final CoalescedRuns runs;
    private final RaceCheckContext ground;
    private final long[] addresses = new long[Code.LANES];
    private final HappensBefore synchronisation;
    private final ShadowPropagation registers;
    private final MemoryPropagation stored;
    private final CallPropagation calls;
    private final Map<Cta, CtaShadow> ctas = new LinkedHashMap<>();

    /// The shadow last asked for, if any was.
    private CtaShadow[] recent = new CtaShadow[0];

    CheckingObserver(Symbolizer scene, MemoryShadow memory, Set<Check> checks) {
        var code = scene.image().code();
        this.scene = scene;
        this.memory = memory;
        this.races = checks.contains(Check.RACES);
        this.values = checks.contains(Check.UNINITIALISED);
        this.leaks = checks.contains(Check.LEAKS);
        this.barriers =
                checks.contains(Check.BARRIERS)
                        ? BarrierCheck.Verdicts.TOLD
                        : BarrierCheck.Verdicts.KEPT;
        this.words = code.words();
        this.fences = code.instructions().stream().mapToInt(AccessAttributes::fence).toArray();
        memory.accesses().begin(fences.length);
        var forms = new AccessAttributes(scene.image());
        var report = new RaceReporter(scene, forms);
        this.runs = new CoalescedRuns(memory.global());
        this.ground = new RaceCheckContext(forms, memory.accesses(), memory.global(), report, runs);
        this.synchronisation = new HappensBefore(memory.accesses());
        var judge = new UninitialisedUseReporter(scene, memory.births());
        this.registers = new ShadowPropagation(judge);
        this.stored = new MemoryPropagation(judge, memory.global(), runs);
        this.calls = new CallPropagation(code);
    }

    @Override
    public void ctaStarted(Cta cta) {
        ctas.computeIfAbsent(cta, this::shadow).begin(ground.table().last());
    }

    private CtaShadow shadow(Cta cta) {
        int bytes = Math.toIntExact(Math.ceilDiv(cta.sharedSize(), 8) * 8);
        var shared = new ShadowPage(bytes, races ? bytes / Integer.BYTES : 0);
        var order = new CtaClocks(cta, shared, ground);
        var warps = IntStream.range(0, cta.warps().size()).mapToObj(_ -> new WarpShadow()).toList();
        return new CtaShadow(order, new BarrierCheck(scene, order, barriers), warps, shared);
    }

    private CtaShadow of(Cta cta) {
        if (recent.length == 0 || recent[0].order().cta != cta) {
            recent = new CtaShadow[] {Objects.requireNonNull(ctas.get(cta))};
        }
        return recent[0];
    }

    @Override
    public void instructionIssued(Warp warp, LaneGroup group, int active) {
        var shadow = of(warp.cta());
        if (values) {
            registers.executes(shadow.of(warp), warp, group, active);
        }
        int op = words[group.pc() * Code.STRIDE];
        if (op > Op.NOTHING || active == 0) {
            return;
        }
        switch (op) {
            case Op.CALL_BUILTIN -> {
                if (values) {
                    calls.supplied(shadow.of(warp), group, active);
                }
            }
            case Op.BARRIER, Op.BARRIER_ARRIVE, Op.BARRIER_REDUCE ->
                    shadow.barriers().arrive(warp, group, active, ground.table().last());
            case Op.EXIT, Op.RETURN -> shadow.barriers().exit(warp, group, active);
            case Op.NOTHING -> {
                int form = fences[group.pc()];
                if (races && form != 0) {
                    synchronisation.fence(shadow.order().of(warp), active, form);
                }
            }
            default -> {}
        }
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        var shadow = of(warp.cta());
        int at = group.pc() * Code.STRIDE;
        int size = MemoryAccess.bytes(words[at], words[at + Code.Y]);
        runs.find(shadow.shared(), active, size, addresses);
        if (values) {
            var access =
                    new MemoryPropagation.Access(
                            shadow.of(warp), shadow.shared(), warp, group, active);
            stored.accesses(access, addresses);
        }
        if (races) {
            race(shadow.order().of(warp), group, active, addresses);
        }
    }

    private void race(WarpClocks order, LaneGroup group, int active, long[] addresses) {
        int form = ground.forms().of(group.pc());
        boolean meets = (form & AccessAttributes.STRONG) != 0 && synchronisation.concerns(form);
        if (meets && (form & AccessAttributes.READS) != 0) {
            meet(order, active, addresses, form & ~AccessAttributes.WRITES);
        }
        order.races.accesses(group, active, addresses);
        if (meets && (form & AccessAttributes.WRITES) != 0) {
            meet(order, order.races.succeeding(), addresses, form);
        }
        if (ground.table().isCrowded()) {
            compact();
        }
    }

    private void meet(WarpClocks order, int active, long[] addresses, int form) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            synchronisation.meet(order, lane, addresses[lane], form);
        }
    }

    private void compact() {
        var orders = ctas.values().stream().map(CtaShadow::order).toList();
        var by = AccessTableCompaction.of(memory, orders);
        orders.forEach(order -> order.renumber(by));
        synchronisation.renumber(by);
    }

    @Override
    public boolean observesBlocks() {
        return true;
    }

    @Override
    public boolean permitsBlock(BlockExecution traversal) {
        var warp = traversal.warp();
        return !values
                || of(warp.cta())
                        .of(warp)
                        .areSet(traversal.block(), traversal.group().frame(), traversal.mask());
    }

    @Override
    public boolean admitsAccesses(BlockExecution traversal) {
        int[] accesses = traversal.accesses();
        for (int round = 0; round < traversal.iterations(); round++) {
            int active = traversal.lanes(round);
            for (int i = 0; i < accesses.length; i++) {
                traversal.addresses(round, i, addresses);
                if (!passes(traversal.warp(), accesses[i], active)) {
                    return false;
                }
            }
        }
        if (ground.table().isCrowded()) {
            compact();
        }
        return true;
    }

    private boolean passes(Warp warp, int programCounter, int active) {
        var shadow = of(warp.cta());
        int at = programCounter * Code.STRIDE;
        int size = MemoryAccess.bytes(words[at], words[at + Code.Y]);
        runs.find(shadow.shared(), active, size, addresses);
        return (!values || stored.passes(programCounter, shadow.shared(), active, addresses))
                && (!races
                        || shadow.order().of(warp).races.passes(programCounter, active, addresses));
    }

    @Override
    public void blockExecuted(BlockExecution traversal) {
        if (values) {
            var warp = traversal.warp();
            of(warp.cta())
                    .of(warp)
                    .set(traversal.block(), traversal.group().frame(), traversal.mask());
        }
    }

    @Override
    public void functionEntered(Warp warp, LaneGroup group) {
        if (values) {
            calls.enters(of(warp.cta()).of(warp), group);
        }
    }

    @Override
    public void stackGrown(Warp warp, LaneGroup group, int from) {
        if (values) {
            of(warp.cta()).of(warp).grow(group.frame(), from, group.mask());
        }
    }

    @Override
    public void functionReturning(Warp warp, LaneGroup group) {
        if (values) {
            calls.leaves(of(warp.cta()).of(warp), group);
        }
    }

    @Override
    public void collectiveCompleted(Warp warp, int lanes) {
        if (races) {
            var order = of(warp.cta()).order().of(warp);
            if ((warp.live() & ~lanes) == 0) {
                order.join(ground.table().last());
            } else {
                synchronisation.join(order, lanes);
            }
        }
    }

    @Override
    public void shuffled(Warp warp, LaneGroup group, int[] sources) {
        if (values) {
            registers.shuffles(of(warp.cta()).of(warp), group, sources);
        }
    }

    @Override
    public void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {
        if (leaks) {
            var part = "malloc of %d bytes".formatted(block.size());
            memory.blocks().allocated(block, scene.site(part, warp, lane, group.pc()));
        }
    }

    @Override
    public void barrierCompleted(Cta cta, int barrier) {
        of(cta).barriers().complete(barrier, ground.table().last());
    }
}
