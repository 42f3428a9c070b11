package org.offloadtck.timing;

/// How a launch was replayed, and how exact its cycles are as those of the model.
public sealed interface ReplayCoverage {

    /// All CTAs, on the whole device: the cycles are exactly those of the model.
    enum Whole implements ReplayCoverage {
        WHOLE
    }

    /// In parts, each of which has a part of the grid and the same part of the device. The cycles
    /// are the mean of the cycles of the parts.
    ///
    /// @param parts of the grid and the device, 2 or more
    /// @param together CTAs of a part
    /// @param ctas of the grid
    /// @param error half the width of the interval in which the cycles of a whole replay lie with a
    ///   confidence of 95 %, as a fraction of the cycles
    record Sampled(int parts, long together, long ctas, double error) implements ReplayCoverage {

        /// Error beyond which the cycles are of no use: the parts of the grid differ too much.
        public static final double TRUSTWORTHY = 0.25;

        /// Whether the parts of the grid are alike enough for their mean to be trusted.
        public boolean isTrustworthy() {
            return error <= TRUSTWORTHY;
        }
    }
}
