package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Primary contexts: one for each device, alive while somebody retains it.
final class PrimaryContextCalls implements CallTable.Group {

    private final Machine machine;

    PrimaryContextCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_DEVICE_PRIMARY_CTX_RETAIN, this::retain);
        table.on(DriverCall.CU_DEVICE_PRIMARY_CTX_RELEASE, this::release);
        table.on(DriverCall.CU_DEVICE_PRIMARY_CTX_SET_FLAGS, PrimaryContextCalls::setFlags);
        table.on(
                DriverCall.CU_DEVICE_PRIMARY_CTX_GET_STATE,
                call -> {
                    var gpu = call.gpu(0);
                    return Reply.success(
                            (long) gpu.primaryFlags(), gpu.primary().isPresent() ? 1L : 0L);
                });
        table.on(DriverCall.CU_DEVICE_PRIMARY_CTX_RESET, this::reset);
    }

    private Reply retain(Invocation call) {
        var gpu = call.gpu(0);
        if (gpu.primary().isEmpty()) {
            gpu.activate(machine.createContext(gpu, Context.Kind.PRIMARY));
        }
        gpu.retain();
        return Reply.success(gpu.primary().orElseThrow().handle());
    }

    private Reply release(Invocation call) {
        var gpu = call.gpu(0);
        if (gpu.primary().isEmpty()) {
            throw call.blame(
                    0, DriverResult.INVALID_CONTEXT, "has a primary context that is not retained");
        }
        if (gpu.release() == 0) {
            end(call, gpu);
        }
        return Reply.success();
    }

    private static Reply setFlags(Invocation call) {
        call.gpu(0).setPrimaryFlags(ContextCalls.flags(call, 1));
        return Reply.success();
    }

    private Reply reset(Invocation call) {
        var gpu = call.gpu(0);
        if (gpu.primary().isPresent()) {
            end(call, gpu);
        }
        return Reply.success();
    }

    private void end(Invocation call, Gpu gpu) {
        var context = gpu.primary().orElseThrow();
        gpu.deactivate();
        call.thread().await(context.last());
        machine.destroy(context);
    }
}
