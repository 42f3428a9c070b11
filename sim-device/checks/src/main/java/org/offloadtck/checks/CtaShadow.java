package org.offloadtck.checks;

import java.util.List;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.initcheck.WarpShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.checks.synccheck.BarrierCheck;
import org.offloadtck.engine.thread.Warp;

/// All that is watched of a CTA on its way.
record CtaShadow(
        CtaClocks order, BarrierCheck barriers, List<WarpShadow> values, ShadowPage shared) {

    CtaShadow {
        values = List.copyOf(values);
    }

    /// Becomes the shadow of a CTA that starts.
    ///
    /// @param last the last access so far
    void begin(int last) {
        shared.clear();
        order.begin(last);
        barriers.begin();
        values.forEach(warp -> warp.begin(order.cta.entry()));
    }

    WarpShadow of(Warp warp) {
        return values.get(warp.index());
    }
}
