package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.decode.BuiltinLibrary;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;
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
            modules.add(module(unit, "%s, unit %d".formatted(source, modules.size() + 1), device));
        }
        try {
            var linked = PtxLinker.link(source, modules, BuiltinLibrary.suppliedTo(modules));
            return PtxPrinter.print(linked).getBytes(UTF_8);
        } catch (PtxLinkException fault) {
            throw ModuleLoader.log(
                            "nvlink error   : %s:%s: %s"
                                    .formatted(fault.source(), fault.span(), fault.problem()))
                    .causedBy(fault);
        }
    }

    /// The newest PTX of a unit that the device executes.
    private static PtxModule module(FatBinary unit, String source, int device) {
        var image =
                unit.images().stream()
                        .filter(each -> each.kind() == Kind.PTX && each.sm() <= device)
                        .max(Comparator.comparingInt(Image::sm))
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.NO_BINARY_FOR_GPU,
                                        "%s: no PTX is for sm_%d".formatted(source, device)));
        try {
            return PtxParser.parse(source, ModuleLoader.text(image.bytes()));
        } catch (PtxSyntaxException fault) {
            throw ModuleLoader.syntaxError(fault);
        }
    }
}
