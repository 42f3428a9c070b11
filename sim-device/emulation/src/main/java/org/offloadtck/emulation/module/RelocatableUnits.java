package org.offloadtck.emulation.module;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.sim.container.PtxAssembler;
import org.offloadtck.sim.container.PtxImageLinker;
import org.offloadtck.sim.container.PtxTargetId;

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

    /// The executable container for a device.
    ///
    /// @param device the number of its architecture: 75 for `sm_75`
    byte[] link(int device) {
        var inputs = new ArrayList<Input>();
        for (var unit : units) {
            inputs.add(input(unit, "%s, unit %d".formatted(source, inputs.size() + 1), device));
        }
        try {
            return new PtxImageLinker().link(PtxTargetId.of(device), inputs).toArray(JAVA_BYTE);
        } catch (DeviceLinkException fault) {
            throw ModuleLoader.log("nvlink error   : " + fault.getMessage()).causedBy(fault);
        }
    }

    /// The newest PTX of a unit that the device executes, as an object.
    private static Input input(FatBinary unit, String source, int device) {
        var image =
                unit.images().stream()
                        .filter(each -> each.kind() == Kind.PTX && each.sm() <= device)
                        .max(Comparator.comparingInt(Image::sm))
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.NO_BINARY_FOR_GPU,
                                        "%s: no PTX is for sm_%d".formatted(source, device)));
        var text = ModuleLoader.text(image.bytes());
        try {
            var object = PtxAssembler.container(device, text, PtxParser.parse(source, text));
            return new Input(source, MemorySegment.ofArray(object.write()));
        } catch (PtxSyntaxException fault) {
            throw ModuleLoader.syntaxError(fault);
        }
    }
}
