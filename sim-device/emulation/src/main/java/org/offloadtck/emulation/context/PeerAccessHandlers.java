package org.offloadtck.emulation.context;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of peer access. Every device can access the memory of every other.
public final class PeerAccessHandlers implements DispatchTable.HandlerGroup {

    /// `CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK` (CUDA driver API 12.6), the first; 0 is the best.
    private static final int PERFORMANCE_RANK = 1;

    /// `CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED` (CUDA driver API 12.6), the last;
    /// there are no arrays.
    private static final int ARRAY_ACCESS = 4;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_DEVICE_CAN_ACCESS_PEER,
                call -> DriverReply.success(call.device(0) == call.device(1) ? 0L : 1L));
        table.add(DriverFunction.CU_DEVICE_GET_P2P_ATTRIBUTE, PeerAccessHandlers::attribute);
        table.add(DriverFunction.CU_CTX_ENABLE_PEER_ACCESS, PeerAccessHandlers::enable);
        table.add(DriverFunction.CU_CTX_DISABLE_PEER_ACCESS, PeerAccessHandlers::disable);
    }

    private static DriverReply attribute(Invocation call) {
        return attribute(call, call.device(1), call.device(2));
    }

    /// The attribute in argument 0 of two devices, of which the second is argument 2.
    static DriverReply attribute(Invocation call, EmulatedDevice first, EmulatedDevice second) {
        if (first == second) {
            throw call.error(2, DriverResult.INVALID_DEVICE, "is the same device as srcDevice");
        }
        int attribute = call.number(0);
        if (attribute < PERFORMANCE_RANK || attribute > ARRAY_ACCESS) {
            throw call.error(0, DriverResult.INVALID_VALUE, "is not an attribute");
        }
        boolean isYes = attribute != PERFORMANCE_RANK && attribute != ARRAY_ACCESS;
        return DriverReply.success(isYes ? 1L : 0L);
    }

    private static DriverReply enable(Invocation call) {
        var context = call.current();
        var peer = call.context(0);
        call.flags(1, 0);
        if (peer == context) {
            throw call.error(0, DriverResult.INVALID_CONTEXT, "is the current context itself");
        }
        if (peer.device() == context.device()) {
            throw call.error(
                    0,
                    DriverResult.PEER_ACCESS_UNSUPPORTED,
                    "is on the same device as the current context");
        }
        if (!context.peers().add(peer)) {
            throw call.error(0, DriverResult.PEER_ACCESS_ALREADY_ENABLED, "is a peer already");
        }
        return DriverReply.success();
    }

    private static DriverReply disable(Invocation call) {
        var context = call.current();
        if (!context.peers().remove(call.context(0))) {
            throw call.error(0, DriverResult.PEER_ACCESS_NOT_ENABLED, "is not a peer");
        }
        return DriverReply.success();
    }
}
