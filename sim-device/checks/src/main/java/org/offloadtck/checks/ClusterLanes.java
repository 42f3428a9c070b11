package org.offloadtck.checks;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Splits the lanes of an access by the CTAs of the cluster whose shared memory they name
/// ([SharedWindow]).
final class ClusterLanes {

    /// Whether the program has `mapa`, without which no address names a rank.
    private final boolean canMap;

    private final long[] unmapped = new long[Code.LANES];

    ClusterLanes(Code code) {
        canMap =
                code.instructions().stream()
                        .anyMatch(instruction ->
                                instruction instanceof Operation operation
                                        && operation.opcode() == Opcode.MAPA);
    }

    /// Receives a part of an access.
    interface PartReceiver {

        /// Lanes access memory.
        ///
        /// @param target the CTA whose shared memory addresses of shared memory are in
        /// @param addresses that name no rank
        void access(Cta target, int lanes, long[] addresses);
    }

    /// Receives a part of a bulk copy.
    interface LanesReceiver {

        /// Lanes copy.
        ///
        /// @param target the CTA whose shared memory they write, or that of the lanes if they write
        ///   global memory
        void copy(Cta target, int lanes);
    }

    /// Passes the parts of an access to a receiver. Accesses to CTAs that the cluster does not have
    /// are left out: they fault.
    void split(Cta cta, int active, long[] addresses, PartReceiver receiver) {
        int mapped = mapped(active, addresses);
        if (active != mapped) {
            receiver.access(cta, active & ~mapped, addresses);
        }
        if (mapped == 0) {
            return;
        }
        for (var target : cta.cluster().ctas()) {
            int lanes = of(target, mapped, addresses);
            if (lanes != 0) {
                receiver.access(target, lanes, unmapped(lanes, addresses));
            }
        }
    }

    /// Passes the parts of a bulk copy to a receiver, by the CTA of the destination. CTAs that the
    /// cluster does not have are left out: copies to them fault.
    static void split(Cta cta, int active, BulkTransfer transfer, LanesReceiver receiver) {
        for (var target : cta.cluster().ctas()) {
            int lanes = transfer.lanesTo(target.clusterRank(), cta.clusterRank(), active);
            if (lanes != 0) {
                receiver.copy(target, lanes);
            }
        }
    }

    /// The lanes whose address names a rank.
    private int mapped(int active, long[] addresses) {
        int lanes = 0;
        for (int rest = canMap ? active : 0; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            boolean isShared = AddressSpace.window(addresses[lane]) == AddressSpace.SHARED;
            lanes |= (isShared && SharedWindow.isMapped(addresses[lane]) ? 1 : 0) << lane;
        }
        return lanes;
    }

    /// The lanes of a set that name the rank of a CTA.
    private static int of(Cta target, int lanes, long[] addresses) {
        int found = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long rank = SharedWindow.rank(addresses[lane], 0);
            found |= (rank == target.clusterRank() ? 1 : 0) << lane;
        }
        return found;
    }

    /// The addresses in the CTAs that they name. The next call replaces them.
    private long[] unmapped(int lanes, long[] addresses) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            unmapped[lane] = SharedWindow.unmapped(addresses[lane]);
        }
        return unmapped;
    }
}
