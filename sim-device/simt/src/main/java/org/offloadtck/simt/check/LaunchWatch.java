package org.offloadtck.simt.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.offloadtck.simt.execution.Cta;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.Traversal;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.memory.Allocation;

/// Watches a launch for whatever a detector looks for.
final class LaunchWatch implements LaunchObserver {

    private final Scene scene;
    private final MemoryShadow memory;
    private final boolean races;
    private final boolean values;
    private final boolean leaks;
    private final BarrierWatch.Verdicts barriers;
    private final int[] words;
    private final int[] fences;
    private final Runs runs;
    private final RaceGround ground;
    private final long[] addresses = new long[Code.LANES];
    private final Synchronisation synchronisation;
    private final ValueWatch registers;
    private final MemoryValues stored;
    private final CallValues calls;
    private final Map<Cta, CtaShadow> ctas = new LinkedHashMap<>();

    /// The shadow last asked for, if any was.
    private CtaShadow[] recent = new CtaShadow[0];

    LaunchWatch(Scene scene, MemoryShadow memory, Set<Check> checks) {
        var code = scene.image().code();
        this.scene = scene;
        this.memory = memory;
        this.races = checks.contains(Check.RACES);
        this.values = checks.contains(Check.UNINITIALISED);
        this.leaks = checks.contains(Check.LEAKS);
        this.barriers =
                checks.contains(Check.BARRIERS)
                        ? BarrierWatch.Verdicts.TOLD
                        : BarrierWatch.Verdicts.KEPT;
        this.words = code.words();
        this.fences = code.instructions().stream().mapToInt(AccessForm::fence).toArray();
        memory.accesses().begin(fences.length);
        var forms = new AccessForm(scene.image());
        var report = new RaceReport(scene, forms);
        this.runs = new Runs(memory.global());
        this.ground = new RaceGround(forms, memory.accesses(), memory.global(), report, runs);
        this.synchronisation = new Synchronisation(memory.accesses());
        var judge = new Judge(scene, memory.births());
        this.registers = new ValueWatch(judge);
        this.stored = new MemoryValues(judge, memory.global(), runs);
        this.calls = new CallValues(code);
    }

    @Override
    public void begins(Cta cta) {
        ctas.computeIfAbsent(cta, this::shadow).begin(ground.table().last());
    }

    private CtaShadow shadow(Cta cta) {
        int bytes = Math.toIntExact(Math.ceilDiv(cta.sharedSize(), 8) * 8);
        var shared = new ShadowPage(bytes, races ? bytes / Integer.BYTES : 0);
        var order = new CtaOrder(cta, shared, ground);
        var warps = IntStream.range(0, cta.warps().size()).mapToObj(_ -> new WarpValues()).toList();
        return new CtaShadow(order, new BarrierWatch(scene, order, barriers), warps, shared);
    }

    private CtaShadow of(Cta cta) {
        if (recent.length == 0 || recent[0].order().cta != cta) {
            recent = new CtaShadow[] {Objects.requireNonNull(ctas.get(cta))};
        }
        return recent[0];
    }

    @Override
    public void executes(Warp warp, Group group, int active) {
        var shadow = of(warp.cta());
        if (values) {
            registers.executes(shadow.of(warp), warp, group, active);
        }
        int op = words[group.pc() * Code.STRIDE];
        if (op > Op.NOTHING || active == 0) {
            return;
        }
        switch (op) {
            case Op.CALL_SUPPLIED -> {
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
    public void accesses(Warp warp, Group group, int active, long[] addresses) {
        var shadow = of(warp.cta());
        int at = group.pc() * Code.STRIDE;
        int size = AccessForm.bytes(words[at + Code.Y], words[at]);
        runs.find(shadow.shared(), active, size, addresses);
        if (values) {
            var access =
                    new MemoryValues.Access(shadow.of(warp), shadow.shared(), warp, group, active);
            stored.accesses(access, addresses);
        }
        if (races) {
            race(shadow.order().of(warp), group, active, addresses);
        }
    }

    private void race(WarpOrder order, Group group, int active, long[] addresses) {
        int form = ground.forms().of(group.pc());
        boolean meets = (form & AccessForm.STRONG) != 0 && synchronisation.concerns(form);
        if (meets && (form & AccessForm.READS) != 0) {
            meet(order, active, addresses, form & ~AccessForm.WRITES);
        }
        order.races.accesses(group, active, addresses);
        if (meets && (form & AccessForm.WRITES) != 0) {
            meet(order, order.races.succeeding(), addresses, form);
        }
        if (ground.table().isCrowded()) {
            compact();
        }
    }

    private void meet(WarpOrder order, int active, long[] addresses, int form) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            synchronisation.meet(order, lane, addresses[lane], form);
        }
    }

    private void compact() {
        var orders = ctas.values().stream().map(CtaShadow::order).toList();
        var by = Compaction.of(memory, orders);
        orders.forEach(order -> order.renumber(by));
        synchronisation.renumber(by);
    }

    @Override
    public boolean takesTraversals() {
        return true;
    }

    @Override
    public boolean permits(Traversal traversal) {
        var warp = traversal.warp();
        return !values
                || of(warp.cta())
                        .of(warp)
                        .areSet(traversal.passage(), traversal.group().frame(), traversal.mask());
    }

    @Override
    public boolean admits(Traversal traversal) {
        int[] accesses = traversal.accesses();
        for (int round = 0; round < traversal.rounds(); round++) {
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
        int size = AccessForm.bytes(words[at + Code.Y], words[at]);
        runs.find(shadow.shared(), active, size, addresses);
        return (!values || stored.passes(programCounter, shadow.shared(), active, addresses))
                && (!races
                        || shadow.order().of(warp).races.passes(programCounter, active, addresses));
    }

    @Override
    public void ends(Traversal traversal) {
        if (values) {
            var warp = traversal.warp();
            of(warp.cta())
                    .of(warp)
                    .set(traversal.passage(), traversal.group().frame(), traversal.mask());
        }
    }

    @Override
    public void enters(Warp warp, Group group) {
        if (values) {
            calls.enters(of(warp.cta()).of(warp), group);
        }
    }

    @Override
    public void grows(Warp warp, Group group, int from) {
        if (values) {
            of(warp.cta()).of(warp).grow(group.frame(), from, group.mask());
        }
    }

    @Override
    public void leaves(Warp warp, Group group) {
        if (values) {
            calls.leaves(of(warp.cta()).of(warp), group);
        }
    }

    @Override
    public void joins(Warp warp, int lanes) {
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
    public void shuffles(Warp warp, Group group, int[] sources) {
        if (values) {
            registers.shuffles(of(warp.cta()).of(warp), group, sources);
        }
    }

    @Override
    public void allocates(Warp warp, Group group, int lane, Allocation block) {
        if (leaks) {
            var part = "malloc of %d bytes".formatted(block.size());
            memory.blocks().allocated(block, scene.site(part, warp, lane, group.pc()));
        }
    }

    @Override
    public void completes(Cta cta, int barrier) {
        of(cta).barriers().complete(barrier, ground.table().last());
    }
}
