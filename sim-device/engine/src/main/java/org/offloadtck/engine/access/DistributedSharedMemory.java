package org.offloadtck.engine.access;

import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.thread.Cta;

/// Checks accesses to shared memory by addresses that name the rank of a CTA of the cluster
/// ([SharedWindow]).
final class DistributedSharedMemory {

    private final RunningCounters counts;

    DistributedSharedMemory(RunningCounters counts) {
        this.counts = counts;
    }

    /// Checks an access of a lane.
    ///
    /// @param address in the shared space, which names a rank
    /// @return the place of its first byte in this process
    long place(Cta cta, long address, int bytes, int lane, AccessKind access) {
        long rank = SharedWindow.rank(address, cta.clusterRank());
        long offset = SharedWindow.offset(address);
        var ctas = cta.cluster().ctas();
        if ((offset & bytes - 1) != 0) {
            throw AccessFaults.misaligned(address, bytes, lane, access);
        }
        if (rank >= ctas.size()) {
            throw outside(cta, address, bytes, lane, access);
        }
        var target = ctas.get((int) rank);
        AccessFaults.check("shared", target.sharedSize(), offset, bytes, lane, access);
        if (target.hasEnded()) {
            throw new LaneFault(
                    FaultKind.EXITED_CTA,
                    lane,
                    "%s of shared memory of CTA %s of the cluster, which has exited when it should wait for this access"
                            .formatted(access.describe(offset, bytes), target.position()));
        }
        if (!target.equals(cta) && access != AccessKind.LOAD) {
            counts.remoteBytesWritten += bytes;
        }
        return target.shared() + offset;
    }

    /// The fault of an access to the shared memory of a CTA that the cluster does not have.
    static LaneFault outside(Cta cta, long address, int bytes, int lane, AccessKind access) {
        return new LaneFault(
                FaultKind.OUT_OF_BOUNDS,
                lane,
                "%s of shared memory of the CTA of rank %d in the cluster, which has %s"
                        .formatted(
                                access.describe(SharedWindow.offset(address), bytes),
                                SharedWindow.rank(address, cta.clusterRank()),
                                number(cta.cluster().ctas().size())));
    }

    private static String number(int ctas) {
        return ctas == 1 ? "1 CTA" : ctas + " CTAs";
    }
}
