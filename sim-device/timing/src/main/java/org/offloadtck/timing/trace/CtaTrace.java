package org.offloadtck.timing.trace;

import java.util.List;

/// What one CTA did.
///
/// @param warps in the order of their numbers
/// @param arrivals how many arrivals complete each of its barriers, which are numbered in the order
///   of their first arrival
/// @param clusterBarriers by phase of the barrier of the cluster, the barrier at which the warps of
///   this CTA arrive and wait for it; the last of its arrivals is that of the cluster
@SuppressWarnings("ArrayRecordComponent")
public // nobody compares it
record CtaTrace(List<WarpTrace> warps, int[] arrivals, int[] clusterBarriers) {

    public CtaTrace {
        warps = List.copyOf(warps);
    }

    /// A CTA that did not use the barrier of its cluster.
    public CtaTrace(List<WarpTrace> warps, int[] arrivals) {
        this(warps, arrivals, new int[0]);
    }

    /// Bytes of host memory, with control flow that warps share counted for each warp.
    public long bytes() {
        long bytes = 0;
        for (var warp : warps) {
            bytes += warp.bytes();
        }
        return bytes;
    }
}
