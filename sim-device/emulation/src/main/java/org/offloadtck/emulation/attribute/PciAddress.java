package org.offloadtck.emulation.attribute;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.emulation.resource.EmulatedDevice;

/// The PCI address of an emulated device: `0000:01:00.0` for the first, `0000:02:00.0` for the
/// second.
public record PciAddress(int bus) {

    public static PciAddress of(EmulatedDevice device) {
        return new PciAddress(device.index() + 1);
    }

    /// The device at an address in the forms of `cuDeviceGetByPCIBusId` (CUDA driver API 12.6):
    /// domain and function are optional.
    public static Optional<EmulatedDevice> find(String text, List<EmulatedDevice> gpus) {
        return gpus.stream().filter(device -> of(device).isWritten(text)).findFirst();
    }

    private boolean isWritten(String text) {
        return List.of(toString(), "%02x:00.0".formatted(bus), "0000:%02x:00".formatted(bus))
                .contains(text.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return "0000:%02x:00.0".formatted(bus);
    }
}
