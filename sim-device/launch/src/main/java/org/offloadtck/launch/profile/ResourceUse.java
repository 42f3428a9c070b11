package org.offloadtck.launch.profile;

import org.offloadtck.timing.figures.Basis;

/// How much of what a device can do with one resource a kernel did: a row of the speed-of-light
/// summary.
///
/// @param resource its name, `DRAM bandwidth`
/// @param achieved in `unit`
/// @param peak in `unit`
/// @param basis of the peak
/// @param source of the peak
public record ResourceUse(
        Kind kind,
        String resource,
        double achieved,
        double peak,
        String unit,
        Basis basis,
        String source) {

    /// From this part of its peak on, a resource limits a kernel: the limit that Nsight Compute's
    /// rule `SpeedOfLight` has.
    static final double BOUND = 0.6;

    /// What a resource is for.
    public enum Kind {
        ISSUE,
        UNIT,
        /// The pipeline of loads and stores of a multiprocessor.
        PIPELINE,
        SHARED,
        L1,
        L2,
        DRAM
    }

    /// The part of the peak that was reached, of 1.
    public double share() {
        return achieved / peak;
    }

    /// Whether it limits the kernel.
    public boolean isBound() {
        return share() >= BOUND;
    }
}
