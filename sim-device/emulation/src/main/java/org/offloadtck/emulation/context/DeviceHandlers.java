package org.offloadtck.emulation.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// The driver as a whole, and what its devices are like.
public final class DeviceHandlers implements DispatchTable.HandlerGroup {

    /// 12.6: the version whose header, documentation and error codes the calls follow. It is new
    /// enough for every CUDA plugin of LLVM up to 23 and is what JCuda 12.6 expects.
    static final int DRIVER_VERSION = 12060;

    /// Bytes of a UUID.
    private static final int UUID_BYTES = 16;

    private final DriverState machine;

    public DeviceHandlers(DriverState machine) {
        this.machine = machine;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_INIT, this::init);
        table.add(
                DriverFunction.CU_DRIVER_GET_VERSION,
                _ -> DriverReply.success((long) DRIVER_VERSION));
        table.add(
                DriverFunction.CU_DEVICE_GET,
                call -> DriverReply.success((long) call.device(0).ordinal()));
        table.add(
                DriverFunction.CU_DEVICE_GET_COUNT,
                _ -> DriverReply.success((long) machine.devices().size()));
        table.add(DriverFunction.CU_DEVICE_GET_NAME, call -> text(call, call.device(1).name()));
        table.add(
                DriverFunction.CU_DEVICE_GET_UUID,
                call -> DriverReply.success().withBuffers(uuid(call.device(0))));
        table.add(
                DriverFunction.CU_DEVICE_TOTAL_MEM,
                call -> DriverReply.success(call.device(0).spec().memory().bytes()));
        table.add(DriverFunction.CU_DEVICE_GET_ATTRIBUTE, DeviceHandlers::attribute);
        table.add(
                DriverFunction.CU_DEVICE_GET_PCI_BUS_ID,
                call -> text(call, PciAddress.of(call.device(1)).toString()));
        table.add(DriverFunction.CU_DEVICE_GET_BY_PCI_BUS_ID, this::byPciAddress);
        table.add(
                DriverFunction.CU_DEVICE_COMPUTE_CAPABILITY,
                call -> {
                    int sm = call.device(0).spec().sm();
                    return DriverReply.success(sm / 10L, sm % 10L);
                });
    }

    private DriverReply init(Invocation call) {
        if (call.number(0) != 0) {
            throw call.error(0, DriverResult.INVALID_VALUE, "should be 0");
        }
        machine.requireDevices();
        machine.initialise();
        return DriverReply.success();
    }

    /// As much of `text` as the buffer of argument 0 holds with its NUL.
    private static DriverReply text(Invocation call, String text) {
        int room = call.number(0);
        if (room < 1) {
            throw call.error(0, DriverResult.INVALID_VALUE, "leaves no room for a NUL");
        }
        byte[] bytes = text.getBytes(UTF_8);
        return DriverReply.success()
                .withBuffers(Arrays.copyOf(bytes, Math.min(bytes.length, room - 1)));
    }

    /// The device's architecture and ordinal, so that it is the same every time and nobody else's.
    private static byte[] uuid(EmulatedDevice gpu) {
        byte[] mark = "offload-tck".getBytes(UTF_8);
        byte[] uuid = Arrays.copyOf(mark, UUID_BYTES);
        uuid[UUID_BYTES - 2] = (byte) gpu.spec().sm();
        uuid[UUID_BYTES - 1] = (byte) gpu.ordinal();
        return uuid;
    }

    private static DriverReply attribute(Invocation call) {
        int attribute = call.number(0);
        var gpu = call.device(1);
        if (attribute < 1 || attribute > DeviceAttribute.LAST) {
            throw call.error(
                    0,
                    DriverResult.INVALID_VALUE,
                    "is no attribute: they end at " + DeviceAttribute.LAST);
        }
        return DriverReply.success((long) DeviceAttribute.value(attribute, gpu));
    }

    private DriverReply byPciAddress(Invocation call) {
        var address = call.call().text(0);
        return PciAddress.find(address, machine.devices())
                .map(gpu -> DriverReply.success((long) gpu.ordinal()))
                .orElseThrow(() ->
                        DriverCallException.of(
                                DriverResult.INVALID_DEVICE,
                                "pciBusId=\"%s\" is no device's".formatted(address)));
    }
}
