package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Devices' access to each other's memory: every device can reach every other's.
final class PeerCalls implements CallTable.Group {

    /// `CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK` (CUDA driver API 12.6), the first; 0 is the best.
    private static final int PERFORMANCE_RANK = 1;

    /// `CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED` (CUDA driver API 12.6), the last;
    /// there are no arrays.
    private static final int ARRAY_ACCESS = 4;

    @Override
    public void offer(CallTable table) {
        table.on(
                DriverCall.CU_DEVICE_CAN_ACCESS_PEER,
                call -> Reply.success(call.gpu(0) == call.gpu(1) ? 0L : 1L));
        table.on(DriverCall.CU_DEVICE_GET_P2P_ATTRIBUTE, PeerCalls::attribute);
        table.on(DriverCall.CU_CTX_ENABLE_PEER_ACCESS, PeerCalls::enable);
        table.on(DriverCall.CU_CTX_DISABLE_PEER_ACCESS, PeerCalls::disable);
    }

    private static Reply attribute(Invocation call) {
        int attribute = call.number(0);
        if (attribute < PERFORMANCE_RANK || attribute > ARRAY_ACCESS) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "is no attribute");
        }
        if (call.gpu(1) == call.gpu(2)) {
            throw call.refusal(2, DriverResult.INVALID_DEVICE, "is the same device as srcDevice");
        }
        boolean isYes = attribute != PERFORMANCE_RANK && attribute != ARRAY_ACCESS;
        return Reply.success(isYes ? 1L : 0L);
    }

    private static Reply enable(Invocation call) {
        var context = call.current();
        var peer = call.context(0);
        call.flags(1, 0);
        if (peer == context) {
            throw call.refusal(0, DriverResult.INVALID_CONTEXT, "is the current context itself");
        }
        if (peer.gpu() == context.gpu()) {
            throw call.refusal(
                    0,
                    DriverResult.PEER_ACCESS_UNSUPPORTED,
                    "is on the same device, whose memory it has already");
        }
        if (!context.peers().add(peer)) {
            throw call.refusal(0, DriverResult.PEER_ACCESS_ALREADY_ENABLED, "is a peer already");
        }
        return Reply.success();
    }

    private static Reply disable(Invocation call) {
        var context = call.current();
        if (!context.peers().remove(call.context(0))) {
            throw call.refusal(0, DriverResult.PEER_ACCESS_NOT_ENABLED, "is no peer");
        }
        return Reply.success();
    }
}
