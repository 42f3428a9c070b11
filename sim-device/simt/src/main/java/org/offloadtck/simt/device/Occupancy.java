package org.offloadtck.simt.device;

/// How many CTAs fit a multiprocessor: the least of what its threads, registers, shared memory and
/// CTA slots allow (CUDA 13 `cuda_occupancy.h`, `cudaOccMaxActiveBlocksPerMultiprocessor`).
record Occupancy(DeviceSpec spec) {

    int ctas(CtaDemand demand) {
        int warps = Math.ceilDiv(demand.threads(), spec.cta().warpThreads());
        int slots = spec.multiprocessor().threads() / spec.cta().warpThreads();
        int fit = Math.min(spec.multiprocessor().ctas(), slots / warps);
        fit = Math.min(fit, byRegisters(warps, demand.registersPerThread()));
        return Math.min(fit, byShared(demand.sharedBytes()));
    }

    /// Registers are those of a partition, and are allocated by the warp.
    private int byRegisters(int warps, int registersPerThread) {
        if (registersPerThread == 0) {
            return Integer.MAX_VALUE;
        }
        var cta = spec.cta();
        var multiprocessor = spec.multiprocessor();
        if (registersPerThread > cta.registersPerThread()) {
            return 0;
        }
        int ofWarp = roundUp(registersPerThread * cta.warpThreads(), cta.registerUnit());
        int ofPartition = multiprocessor.registers() / multiprocessor.partitions() / ofWarp;
        int most = ofPartition * multiprocessor.partitions();
        int inCta = cta.registers() / ofWarp;
        return warps > inCta ? 0 : most / warps;
    }

    private int byShared(int sharedBytes) {
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
