package org.offloadtck.simt.check;

import java.util.List;
import org.offloadtck.simt.execution.Warp;

/// All that is watched of a CTA on its way.
record CtaShadow(
        CtaOrder order, BarrierWatch barriers, List<WarpValues> values, ShadowPage shared) {

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

    WarpValues of(Warp warp) {
        return values.get(warp.index());
    }
}
