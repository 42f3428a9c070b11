package org.offloadtck.simt.image;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Linkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;

/// The functions that a pointer may be to: those whose address an instruction or an initial value
/// has, and those that the host may ask the address of.
final class Pointees {

    private Pointees() {}

    static List<DeviceFunction> of(DeviceImage image, PtxModule module) {
        var pointees = new ArrayList<DeviceFunction>();
        for (long value : image.code().fixed().values()) {
            image.functionAt(value).ifPresent(pointees::add);
        }
        module.variables().forEach(variable -> addInitial(image, variable, pointees));
        for (var function : image.functions()) {
            function.function()
                    .body()
                    .variables()
                    .forEach(variable -> addInitial(image, variable, pointees));
            boolean isSeen = function.function().signature().linkage() != Linkage.LOCAL;
            if (isSeen && !function.isKernel()) {
                pointees.add(function);
            }
        }
        return pointees;
    }

    private static void addInitial(
            DeviceImage image, Variable variable, List<DeviceFunction> pointees) {
        for (var initial : variable.initial()) {
            if (initial.value() instanceof Variable.Value.Address address) {
                image.functionAddress(address.symbol()).stream()
                        .forEach(at -> image.functionAt(at).ifPresent(pointees::add));
            }
        }
    }
}
