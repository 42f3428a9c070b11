package org.offloadtck.emulation.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.attribute.DeviceAttribute;
import org.offloadtck.emulation.attribute.PciAddress;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the functions for initialization and device queries.
public final class DeviceHandlers implements DispatchTable.HandlerGroup {

    /// The version of the driver, 12.6: its header, documentation and error codes apply. It is new
    /// enough for every CUDA plugin of LLVM up to 23, and JCuda 12.6 expects it.
    static final int DRIVER_VERSION = 12060;

    private final DriverState state;

    public DeviceHandlers(DriverState state) {
        this.state = state;
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
                _ -> DriverReply.success((long) state.devices().size()));
        table.add(DriverFunction.CU_DEVICE_GET_NAME, call -> text(call, call.device(1).name()));
        table.add(
                DriverFunction.CU_DEVICE_GET_UUID,
                call -> DriverReply.success().withBuffers(uuid(call.device(0))));
        table.add(
                DriverFunction.CU_DEVICE_TOTAL_MEM,
                call -> DriverReply.success(call.device(0).spec().memory().bytes()));
        table.add(DriverFunction.CU_DEVICE_GET_ATTRIBUTE, DeviceHandlers::attribute);
        table.add(DriverFunction.CU_DEVICE_GET_PCI_BUS_ID, DeviceHandlers::pciAddress);
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
        state.requireDevices();
        state.initialise();
        return DriverReply.success();
    }

    /// The text, truncated to the buffer size in argument 0 less the NUL.
    private static DriverReply text(Invocation call, String text) {
        int room = call.number(0);
        if (room < 1) {
            throw call.error(0, DriverResult.INVALID_VALUE, "leaves no room for a NUL");
        }
        byte[] bytes = text.getBytes(UTF_8);
        return DriverReply.success()
                .withBuffers(Arrays.copyOf(bytes, Math.min(bytes.length, room - 1)));
    }

    /// The PCI address, which is not truncated, as a name is: a driver rejects a buffer that is too
    /// small (H200, driver 580.159).
    private static DriverReply pciAddress(Invocation call) {
        var address = PciAddress.of(call.device(1)).toString();
        if (call.number(0) <= address.length()) {
            throw call.error(
                    0, DriverResult.INVALID_VALUE, "should be more than " + address.length());
        }
        return text(call, address);
    }

    static byte[] uuid(EmulatedDevice device) {
        return EmulatedDevice.uuid(device.spec().sm(), device.index());
    }

    private static DriverReply attribute(Invocation call) {
        return attribute(call, call.device(1));
    }

    /// The attribute in argument 0.
    static DriverReply attribute(Invocation call, EmulatedDevice device) {
        int attribute = call.number(0);
        if (attribute < 1 || attribute > DeviceAttribute.LAST) {
            throw call.error(
                    0,
                    DriverResult.INVALID_VALUE,
                    "is not an attribute: they end at " + DeviceAttribute.LAST);
        }
        return DriverReply.success((long) DeviceAttribute.value(attribute, device));
    }

    private DriverReply byPciAddress(Invocation call) {
        var address = call.call().text(0);
        return PciAddress.find(address, state.devices())
                .map(device -> DriverReply.success((long) device.ordinal()))
                .orElseThrow(() ->
                        DriverCallException.of(
                                DriverResult.INVALID_DEVICE,
                                "pciBusId=\"%s\" is not the address of a device"
                                        .formatted(address)));
    }
}
