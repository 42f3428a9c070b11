package org.offloadtck.checks.racecheck;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.happensbefore.BarrierArrival;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Detects the data races of a launch, on global and shared memory.
///
/// Requirement: CK-01.
public final class Racecheck {

    private final AccessTable accesses;
    private final GlobalShadow memory;
    private final int[] fences;
    private final AccessAttributes attributes;
    private final RaceCheckContext context;
    private final HappensBefore order;
    private final List<CtaRaces> ctas = new ArrayList<>();

    /// @param accesses the numbers of the accesses that `memory` holds
    public Racecheck(Symbolizer symbolizer, AccessTable accesses, GlobalShadow memory) {
        var instructions = symbolizer.image().code().instructions();
        accesses.begin(instructions.size());
        this.accesses = accesses;
        this.memory = memory;
        this.fences = instructions.stream().mapToInt(AccessAttributes::fence).toArray();
        this.attributes = new AccessAttributes(symbolizer.image());
        var reporter = new RaceReporter(symbolizer, attributes);
        this.order = new HappensBefore(accesses);
        this.context =
                new RaceCheckContext(
                        attributes,
                        accesses,
                        memory,
                        order,
                        reporter,
                        AccessAttributes.isLockstep(symbolizer.image()));
    }

    /// The state of a CTA, for [#ctaStarted].
    public CtaRaces cta(Cta cta, ShadowPage shared) {
        var races = CtaRaces.of(new CtaClocks(cta, context.isLockstep()), shared, context);
        ctas.add(races);
        return races;
    }

    public void ctaStarted(CtaRaces cta) {
        cta.begin(accesses.last());
    }

    /// Threads issue an instruction that computes nothing: it may be a fence.
    public void fence(CtaRaces cta, Warp warp, int pc, int active) {
        int fence = fences[pc];
        if (fence != 0) {
            order.fence(cta.clocks().of(warp), active, fence);
        }
    }

    public void barrierReached(CtaRaces cta, BarrierArrival arrival) {
        cta.barriers().arrive(arrival, accesses.last());
    }

    public void barrierCompleted(CtaRaces cta, int barrier) {
        cta.barriers().complete(barrier, accesses.last());
    }

    /// Lanes of a warp complete a collective instruction.
    public void collectiveCompleted(CtaRaces cta, Warp warp, int lanes) {
        var clocks = cta.clocks().of(warp);
        if (context.isLockstep() || (warp.live() & ~lanes) == 0) {
            clocks.join(accesses.last());
        } else {
            order.join(clocks, lanes);
        }
    }

    /// A group accesses memory.
    ///
    /// @param runs of the access, if it is regular
    public void access(
            CtaRaces cta,
            LaneGroup group,
            Warp warp,
            int active,
            long[] addresses,
            CoalescedRuns runs) {
        int form = attributes.of(group.pc());
        var clocks = cta.clocks().of(warp);
        var detector = cta.of(warp);
        boolean synchronises = (form & AccessAttributes.STRONG) != 0 && order.concerns(form);
        if (synchronises && (form & AccessAttributes.READS) != 0) {
            meet(clocks, active, addresses, form & ~AccessAttributes.WRITES);
        }
        detector.accesses(group, active, addresses, runs);
        if (synchronises && (form & AccessAttributes.WRITES) != 0) {
            meet(clocks, detector.succeeding(), addresses, form);
        }
        compact();
    }

    /// A group accesses texels.
    public void texels(CtaRaces cta, LaneGroup group, Warp warp, TexelAccess access) {
        var addresses = new long[Code.LANES];
        for (int texel = 0; texel < access.count(); texel++) {
            access.addresses(texel, addresses);
            cta.of(warp).accessesTexels(group, access.lanes(texel), addresses, access.bytes());
        }
        compact();
    }

    private void meet(WarpClocks warp, int active, long[] addresses, int form) {
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            order.meet(warp, lane, addresses[lane], form);
        }
    }

    /// Records an access of a compiled block, if it races with nothing.
    ///
    /// @return whether it did; if not, the block is interpreted, and [#access] checks each access
    public boolean admits(WarpRaceDetector warp, int pc, int active, long[] addresses) {
        int form = attributes.of(pc);
        boolean synchronises = (form & AccessAttributes.ATOMIC) != 0 && order.concerns(form);
        return !synchronises && warp.passes(pc, active, addresses);
    }

    /// Frees numbers of accesses when there are many. Call it after accesses of a compiled block,
    /// or before a block of a compiled region.
    public void compact() {
        if (accesses.isCrowded()) {
            var shared = ctas.stream().map(CtaRaces::shared).toList();
            var by = AccessTableCompaction.of(accesses, memory, shared);
            ctas.forEach(cta -> cta.renumber(by));
            order.renumber(by);
        }
    }
}
