package org.offloadtck.timing.trace;

import java.util.function.IntFunction;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.SharedWindow;

/// The place of a CTA in its cluster, and the recorders of the CTAs there.
///
/// @param ctas of the cluster
/// @param recorders finds the recorder of the CTA of a rank
record ClusterPlace(int rank, int ctas, IntFunction<CtaRecorder> recorders) {

    /// The recorder of the CTA of a rank.
    CtaRecorder at(int other) {
        return recorders.apply(other);
    }

    /// The rank of the CTA whose shared memory an address is in.
    int rankOf(long address) {
        return (int) SharedWindow.rank(address, rank);
    }

    /// The lanes whose addresses are in the shared memory of other CTAs.
    ///
    /// @param addresses in the flat address space
    int remoteLanes(int lanes, long[] addresses) {
        int remote = 0;
        if (ctas > 1) {
            for (int rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                remote |= isRemote(addresses[lane]) ? 1 << lane : 0;
            }
        }
        return remote;
    }

    private boolean isRemote(long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED && rankOf(address) != rank;
    }

    /// The lanes whose addresses are in the shared memory of a CTA.
    int lanesTo(int other, int lanes, long[] addresses) {
        int found = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            found |= rankOf(addresses[lane]) == other ? 1 << lane : 0;
        }
        return found;
    }
}
