package org.offloadtck.checks;

import java.util.List;
import org.offloadtck.checks.initcheck.WarpShadow;
import org.offloadtck.checks.racecheck.CtaRaces;
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
