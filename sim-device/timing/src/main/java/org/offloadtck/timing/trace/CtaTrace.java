package org.offloadtck.timing.trace;

import java.util.List;

/// What one CTA did.
///
/// @param warps in the order of their numbers
/// @param arrivals how many arrivals complete each of its barriers, which are numbered in the order
///   of their first arrival
@SuppressWarnings("ArrayRecordComponent")
public // nobody compares it
record CtaTrace(List<WarpTrace> warps, int[] arrivals) {

    public CtaTrace {
        warps = List.copyOf(warps);
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
