package org.offloadtck.emulation.module;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.module.PtxImageCheck.DeviceRuntimeLink;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.object.container.DeviceRuntimeLibrary;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.ptx.ir.PtxModule;

/// The relocatable device code of the units of a program (`nvcc -rdc=true`). `nvlink` makes machine
/// code of it, which the simulated device does not execute; the PTX that units carry is linked in
/// its place.
///
/// @param source names the module in diagnostics
/// @param units one fat binary for each
record RelocatableUnits(String source, List<FatBinary> units) {

    RelocatableUnits {
        units = List.copyOf(units);
    }

    /// The linked module as a cubin with PTX. NVIDIA's library of the device runtime is a unit
    /// without PTX for older devices; the simulated device provides its functions.
    byte[] link(DeviceSpec device) {
        var modules = new ArrayList<PtxModule>();
        var runtime = DeviceRuntimeLink.ABSENT;
        for (int i = 0; i < units.size(); i++) {
            var unit = units.get(i);
            if (DeviceRuntimeLibrary.isIn(unit)) {
                runtime = DeviceRuntimeLink.LINKED;
            } else {
                var name = "%s, unit %d".formatted(source, i + 1);
                modules.add(PendingLink.newest(name, unit, device.sm()));
            }
        }
        if (modules.isEmpty()) {
            throw DriverCallException.of(
                    DriverResult.NO_BINARY_FOR_GPU,
                    "%s: the only unit is the device runtime when others should have PTX"
                            .formatted(source));
        }
        return PendingLink.executable(source, modules, device, runtime);
    }
}
