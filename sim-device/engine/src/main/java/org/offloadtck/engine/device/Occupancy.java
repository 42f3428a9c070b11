package org.offloadtck.engine.device;

import java.util.Arrays;

/// How many CTAs a multiprocessor holds at a time, and why not more: the rules of CUDA 13's
/// `cuda_occupancy.h` (`cudaOccMaxActiveBlocksPerMultiprocessor`), as far as compute capabilities
/// from 7.5 on have them.
///
/// @param ctas how many fit; 0 when not one does
/// @param limiter what runs out first; of several that do, the first of [Limiter]
/// @param warps of that many CTAs
/// @param mostWarps a multiprocessor can hold
public record Occupancy(int ctas, Limiter limiter, int warps, int mostWarps) {

    /// What a multiprocessor can run out of.
    public enum Limiter {
        /// It has no more places for CTAs.
        CTAS,
        /// It has no more places for warps, or the CTA has more threads than any may have.
        WARPS,
        REGISTERS,
        SHARED_MEMORY
    }

    /// The part of the warps it could hold that a multiprocessor does hold, of 1.
    public double fraction() {
        return (double) warps / mostWarps;
    }

    static Occupancy of(DeviceSpec spec, CtaDemand demand) {
        int warps = Math.ceilDiv(demand.threads(), spec.cta().warpThreads());
        int most = spec.multiprocessor().threads() / spec.cta().warpThreads();
        var limiter =
                Arrays.stream(Limiter.values())
                        .reduce((a, b) -> fit(spec, demand, b) < fit(spec, demand, a) ? b : a)
                        .orElseThrow();
        int ctas = fit(spec, demand, limiter);
        return new Occupancy(ctas, limiter, ctas * warps, most);
    }

    /// How many CTAs fit if the device runs out of nothing else; [Integer#MAX_VALUE] of something
    /// that a CTA does not take.
    public static int fit(DeviceSpec spec, CtaDemand demand, Limiter limiter) {
        int warps = Math.ceilDiv(demand.threads(), spec.cta().warpThreads());
        return switch (limiter) {
            case CTAS -> spec.multiprocessor().ctas();
            case WARPS ->
                    demand.threads() > spec.cta().threads()
                            ? 0
                            : spec.multiprocessor().threads() / spec.cta().warpThreads() / warps;
            case REGISTERS -> byRegisters(spec, warps, demand.registersPerThread());
            case SHARED_MEMORY -> byShared(spec, demand.sharedBytes());
        };
    }

    /// Registers are those of a partition, and are allocated by the warp; a launch is refused that
    /// would not fit if every partition had as many warps as the fullest.
    private static int byRegisters(DeviceSpec spec, int warps, int registersPerThread) {
        if (registersPerThread == 0) {
            return Integer.MAX_VALUE;
        }
        var cta = spec.cta();
        var multiprocessor = spec.multiprocessor();
        int ofWarp = roundUp(registersPerThread * cta.warpThreads(), cta.registerUnit());
        int checked = ofWarp * roundUp(warps, multiprocessor.partitions());
        if (registersPerThread > cta.registersPerThread() || checked > cta.registers()) {
            return 0;
        }
        int ofPartition = multiprocessor.registers() / multiprocessor.partitions() / ofWarp;
        return ofPartition * multiprocessor.partitions() / warps;
    }

    private static int byShared(DeviceSpec spec, int sharedBytes) {
        var cta = spec.cta();
        if (sharedBytes > cta.sharedBytesOptIn()) {
            return 0;
        }
        int taken = roundUp(sharedBytes + cta.sharedBytesReserved(), cta.sharedUnitBytes());
        return taken == 0 ? Integer.MAX_VALUE : spec.multiprocessor().sharedBytes() / taken;
    }

    private static int roundUp(int value, int unit) {
        return Math.ceilDiv(value, unit) * unit;
    }
}
