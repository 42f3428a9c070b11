package org.offloadtck.driver.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// The driver as a whole, and what its devices are like.
final class DeviceCalls implements CallTable.Group {

    /// 12.6: the version whose header, documentation and error codes the calls follow. It is new
    /// enough for every CUDA plugin of LLVM up to 23 and is what JCuda 12.6 expects.
    static final int DRIVER_VERSION = 12060;

    /// Bytes of a UUID.
    private static final int UUID_BYTES = 16;

    private final Machine machine;

    DeviceCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_INIT, this::init);
        table.on(DriverCall.CU_DRIVER_GET_VERSION, _ -> Reply.success((long) DRIVER_VERSION));
        table.on(DriverCall.CU_DEVICE_GET, call -> Reply.success((long) call.gpu(0).ordinal()));
        table.on(DriverCall.CU_DEVICE_GET_COUNT, _ -> Reply.success((long) machine.gpus().size()));
        table.on(DriverCall.CU_DEVICE_GET_NAME, call -> text(call, call.gpu(1).name()));
        table.on(
                DriverCall.CU_DEVICE_GET_UUID,
                call -> Reply.success().withBuffers(uuid(call.gpu(0))));
        table.on(
                DriverCall.CU_DEVICE_TOTAL_MEM,
                call -> Reply.success(call.gpu(0).spec().memory().bytes()));
        table.on(DriverCall.CU_DEVICE_GET_ATTRIBUTE, DeviceCalls::attribute);
        table.on(
                DriverCall.CU_DEVICE_GET_PCI_BUS_ID,
                call -> text(call, PciAddress.of(call.gpu(1)).toString()));
        table.on(DriverCall.CU_DEVICE_GET_BY_PCI_BUS_ID, this::byPciAddress);
        table.on(
                DriverCall.CU_DEVICE_COMPUTE_CAPABILITY,
                call -> {
                    int sm = call.gpu(0).spec().sm();
                    return Reply.success(sm / 10L, sm % 10L);
                });
    }

    private Reply init(Invocation call) {
        if (call.number(0) != 0) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "should be 0");
        }
        machine.requireDevices();
        machine.initialise();
        return Reply.success();
    }

    /// As much of `text` as the buffer of argument 0 holds with its NUL.
    private static Reply text(Invocation call, String text) {
        int room = call.number(0);
        if (room < 1) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "leaves no room for a NUL");
        }
        byte[] bytes = text.getBytes(UTF_8);
        return Reply.success().withBuffers(Arrays.copyOf(bytes, Math.min(bytes.length, room - 1)));
    }

    /// The device's architecture and ordinal, so that it is the same every time and nobody else's.
    private static byte[] uuid(Gpu gpu) {
        byte[] mark = "offload-tck".getBytes(UTF_8);
        byte[] uuid = Arrays.copyOf(mark, UUID_BYTES);
        uuid[UUID_BYTES - 2] = (byte) gpu.spec().sm();
        uuid[UUID_BYTES - 1] = (byte) gpu.ordinal();
        return uuid;
    }

    private static Reply attribute(Invocation call) {
        int attribute = call.number(0);
        var gpu = call.gpu(1);
        if (attribute < 1 || attribute > DeviceAttribute.LAST) {
            throw call.refusal(
                    0,
                    DriverResult.INVALID_VALUE,
                    "is no attribute: they end at " + DeviceAttribute.LAST);
        }
        return Reply.success((long) DeviceAttribute.value(attribute, gpu));
    }

    private Reply byPciAddress(Invocation call) {
        var address = call.call().text(0);
        return PciAddress.find(address, machine.gpus())
                .map(gpu -> Reply.success((long) gpu.ordinal()))
                .orElseThrow(() ->
                        Refusal.of(
                                DriverResult.INVALID_DEVICE,
                                "pciBusId=\"%s\" is no device's".formatted(address)));
    }
}
