package org.offloadtck.checks.racecheck;

import java.util.List;
import org.offloadtck.checks.happensbefore.BarrierOrder;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.thread.Warp;

/// What [Racecheck] keeps of a resident CTA.
///
/// @param shared the shadow of its shared memory
/// @param async the pending operations of its cluster
/// @param warps a detector for each of its warps
public record CtaRaces(
        CtaClocks clocks,
        BarrierOrder barriers,
        ShadowPage shared,
        AsyncProxy async,
        List<WarpRaceDetector> warps) {

    public CtaRaces {
        warps = List.copyOf(warps);
    }

    static CtaRaces of(
            CtaClocks clocks,
            ShadowPage shared,
            AsyncProxy.Pending pending,
            RaceCheckContext context) {
        return new CtaRaces(
                clocks,
                new BarrierOrder(clocks),
                shared,
                new AsyncProxy(clocks.cta, pending),
                clocks.warps.stream()
                        .map(warp -> new WarpRaceDetector(warp, shared, context))
                        .toList());
    }

    void begin(int last) {
        clocks.begin(last);
        barriers.begin();
        async.begin();
    }

    public WarpRaceDetector of(Warp warp) {
        return warps.get(warp.index());
    }

    void renumber(AccessRenumbering by) {
        clocks.renumber(by);
        barriers.renumber(by);
        shared.renumber(by);
        async.renumber(by);
    }
}
