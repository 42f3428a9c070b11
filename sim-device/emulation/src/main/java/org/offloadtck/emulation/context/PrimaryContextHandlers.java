package org.offloadtck.emulation.context;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of primary contexts: each device has one, which is active while it is retained.
public final class PrimaryContextHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public PrimaryContextHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, this::retain);
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE, this::release);
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_SET_FLAGS, PrimaryContextHandlers::setFlags);
        table.add(
                DriverFunction.CU_DEVICE_PRIMARY_CTX_GET_STATE,
                call -> {
                    var device = call.device(0);
                    return DriverReply.success(
                            (long) device.primaryFlags(), device.primary().isPresent() ? 1L : 0L);
                });
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RESET, this::reset);
    }

    private DriverReply retain(Invocation call) {
        var device = call.device(0);
        if (device.primary().isEmpty()) {
            device.activate(state.createContext(device, EmulatedContext.Kind.PRIMARY));
        }
        device.retain();
        return DriverReply.success(device.primary().orElseThrow().handle());
    }

    private DriverReply release(Invocation call) {
        var device = call.device(0);
        if (device.primary().isEmpty()) {
            throw call.misuse(
                    0, DriverResult.INVALID_CONTEXT, "has a primary context that is not retained");
        }
        if (device.release() == 0) {
            end(call, device);
        }
        return DriverReply.success();
    }

    private static DriverReply setFlags(Invocation call) {
        call.device(0).setPrimaryFlags(ContextHandlers.flags(call, 1));
        return DriverReply.success();
    }

    private DriverReply reset(Invocation call) {
        var device = call.device(0);
        if (device.primary().isPresent()) {
            end(call, device);
        }
        return DriverReply.success();
    }

    private void end(Invocation call, EmulatedDevice device) {
        var context = device.primary().orElseThrow();
        device.deactivate();
        call.thread().await(context.work());
        state.destroy(context);
    }
}
