package org.offloadtck.emulation.context;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Primary contexts: one for each device, alive while somebody retains it.
public final class PrimaryContextHandlers implements DispatchTable.HandlerGroup {

    private final DriverState machine;

    public PrimaryContextHandlers(DriverState machine) {
        this.machine = machine;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, this::retain);
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE, this::release);
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_SET_FLAGS, PrimaryContextHandlers::setFlags);
        table.add(
                DriverFunction.CU_DEVICE_PRIMARY_CTX_GET_STATE,
                call -> {
                    var gpu = call.device(0);
                    return DriverReply.success(
                            (long) gpu.primaryFlags(), gpu.primary().isPresent() ? 1L : 0L);
                });
        table.add(DriverFunction.CU_DEVICE_PRIMARY_CTX_RESET, this::reset);
    }

    private DriverReply retain(Invocation call) {
        var gpu = call.device(0);
        if (gpu.primary().isEmpty()) {
            gpu.activate(machine.createContext(gpu, EmulatedContext.Kind.PRIMARY));
        }
        gpu.retain();
        return DriverReply.success(gpu.primary().orElseThrow().handle());
    }

    private DriverReply release(Invocation call) {
        var gpu = call.device(0);
        if (gpu.primary().isEmpty()) {
            throw call.misuse(
                    0, DriverResult.INVALID_CONTEXT, "has a primary context that is not retained");
        }
        if (gpu.release() == 0) {
            end(call, gpu);
        }
        return DriverReply.success();
    }

    private static DriverReply setFlags(Invocation call) {
        call.device(0).setPrimaryFlags(ContextHandlers.flags(call, 1));
        return DriverReply.success();
    }

    private DriverReply reset(Invocation call) {
        var gpu = call.device(0);
        if (gpu.primary().isPresent()) {
            end(call, gpu);
        }
        return DriverReply.success();
    }

    private void end(Invocation call, EmulatedDevice gpu) {
        var context = gpu.primary().orElseThrow();
        gpu.deactivate();
        call.thread().await(context.lastTicket());
        machine.destroy(context);
    }
}
