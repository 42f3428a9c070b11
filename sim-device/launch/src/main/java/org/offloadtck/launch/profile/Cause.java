package org.offloadtck.launch.profile;

import java.util.Locale;

/// A cause of a kernel's time.
///
/// @param share of the device's cycles that it explains, of 1
/// @param text what was counted, and what it means, as a sentence
public record Cause(Kind kind, double share, String text) {

    /// What a cycle of the device went to. Of the cycles of a kernel, each has one cause.
    public enum Kind {
        /// Schedulers without a warp: the launch, the tail of the grid, stores that were on their
        /// way.
        LAUNCH_AND_TAIL("launch and tail"),
        /// Accesses of global memory that touch more sectors than their bytes fill.
        UNCOALESCED_ACCESS("uncoalesced access"),
        /// Accesses of shared memory that take more passes than without conflicts.
        BANK_CONFLICTS("bank conflicts"),
        /// Memory that moves as much as it can.
        MEMORY_BANDWIDTH("memory bandwidth"),
        /// Latencies that there are too few warps to hide.
        LOW_OCCUPANCY("low occupancy"),
        MEMORY_LATENCY("memory latency"),
        ARITHMETIC_LATENCY("arithmetic latency"),
        CONTROL_FLOW("control flow"),
        ATOMICS("atomics"),
        BARRIERS("barriers"),
        /// Instructions that were issued for fewer threads than a warp has.
        INACTIVE_THREADS("inactive threads"),
        /// Instructions, the units that execute them, and warps that others were preferred to.
        COMPUTE("compute");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /// As people read it.
        public String title() {
            return title;
        }

        /// As documents write it: `low-occupancy`.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
