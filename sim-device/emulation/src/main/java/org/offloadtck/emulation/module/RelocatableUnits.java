package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.PtxPrinter;

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

    /// The PTX of the linked module, for a device.
    ///
    /// @param device the number of its architecture: 75 for `sm_75`
    byte[] link(int device) {
        var modules = new ArrayList<PtxModule>();
        for (var unit : units) {
            var name = "%s, unit %d".formatted(source, modules.size() + 1);
            modules.add(PendingLink.newest(name, unit, device));
        }
        return PtxPrinter.print(PendingLink.link(source, modules)).getBytes(UTF_8);
    }
}
