package org.offloadtck.emulation.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the kit's own functions for its NVML (ADR 36). They address the devices of the
/// machine by their indices: `CUDA_VISIBLE_DEVICES` does not restrict NVML, and a program may use
/// NVML without `cuInit`.
public final class MachineHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public MachineHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.MACHINE_COUNT,
                _ -> DriverReply.success((long) state.machine().size()));
        table.add(DriverFunction.MACHINE_DEVICE, call -> describe(device(call, 0)));
        table.add(
                DriverFunction.MACHINE_ATTRIBUTE,
                call -> DeviceHandlers.attribute(call, device(call, 1)));
        table.add(
                DriverFunction.MACHINE_PEER_ATTRIBUTE,
                call -> PeerAccessHandlers.attribute(call, device(call, 1), device(call, 2)));
    }

    private EmulatedDevice device(Invocation call, int argument) {
        int index = call.number(argument);
        int count = state.machine().size();
        if (index < 0 || index >= count) {
            throw call.error(
                    argument,
                    DriverResult.INVALID_DEVICE,
                    "is not a device of the machine, which has " + count);
        }
        return state.machine().get(index);
    }

    private DriverReply describe(EmulatedDevice device) {
        long contexts =
                state.contexts().stream().filter(context -> context.device() == device).count();
        return DriverReply.success(contexts, device.usedMemory(), device.spec().memory().bytes())
                .withBuffers(DeviceHandlers.uuid(device), device.name().getBytes(UTF_8));
    }
}
