package org.offloadtck.launch.budget;

import java.util.Locale;

/// A figure of the launches of a kernel. All but the cycles are counted exactly.
public enum KernelMetric {
    LAUNCHES,
    THREAD_INSTRUCTIONS,
    WARP_INSTRUCTIONS,
    GLOBAL_BYTES_READ,
    GLOBAL_BYTES_WRITTEN,
    SHARED_BYTES,
    BARRIERS,
    DIVERGENCES,
    /// Of timed launches only.
    CYCLES;

    /// The word of a budget file: `warp-instructions`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
