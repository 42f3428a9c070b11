package org.offloadtck.checks;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.checks.initcheck.WarpShadow;
import org.offloadtck.checks.racecheck.CtaRaces;
import org.offloadtck.checks.racecheck.Racecheck;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Warp;

/// What the detectors keep of a resident CTA.
///
/// @param shared the shadow of its shared memory
/// @param values a shadow of the registers of each warp
record CtaShadow(
        Cta cta, ShadowPage shared, CtaRaces races, Synccheck barriers, List<WarpShadow> values) {

    CtaShadow {
        values = List.copyOf(values);
    }

    /// A shadow of a CTA that has not started.
    ///
    /// @param races whether it records accesses to its shared memory
    static CtaShadow of(Cta cta, boolean races, Racecheck racecheck, Symbolizer symbolizer) {
        int bytes = Math.toIntExact(Math.ceilDiv(cta.sharedSize(), 8) * 8);
        var shared = new ShadowPage(bytes, races ? bytes / Integer.BYTES : 0);
        int warps = cta.warps().size();
        return new CtaShadow(
                cta,
                shared,
                racecheck.cta(cta, shared),
                new Synccheck(symbolizer, warps),
                IntStream.range(0, warps).mapToObj(_ -> new WarpShadow()).toList());
    }

    /// Becomes the shadow of a CTA that starts.
    void begin() {
        shared.clear();
        barriers.begin();
        values.forEach(warp -> warp.begin(cta.entry()));
    }

    WarpShadow of(Warp warp) {
        return values.get(warp.index());
    }
}
