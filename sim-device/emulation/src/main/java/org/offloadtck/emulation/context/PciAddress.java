package org.offloadtck.emulation.context;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.emulation.resource.EmulatedDevice;

/// Where a device pretends to sit: `0000:01:00.0` the first, `0000:02:00.0` the second.
record PciAddress(int bus) {

    static PciAddress of(EmulatedDevice gpu) {
        return new PciAddress(gpu.ordinal() + 1);
    }

    /// The device at an address, in the forms `cuDeviceGetByPCIBusId` takes (CUDA driver API 12.6):
    /// domain and function may be left out.
    static Optional<EmulatedDevice> find(String text, List<EmulatedDevice> gpus) {
        return gpus.stream().filter(gpu -> of(gpu).isWritten(text)).findFirst();
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
