package org.offloadtck.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;

/// The functions that a pointer may be to: those whose address an instruction or an initial value
/// has, and those that the host may ask the address of.
public final class AddressTakenFunctions {

    private AddressTakenFunctions() {}

    public static List<DecodedFunction> of(LoadedProgram image, PtxModule module) {
        var pointees = new ArrayList<DecodedFunction>();
        for (long value : image.code().constants().values()) {
            image.functionAt(value).ifPresent(pointees::add);
        }
        module.variables().forEach(variable -> addInitial(image, variable, pointees));
        for (var function : image.functions()) {
            function.function()
                    .body()
                    .variables()
                    .forEach(variable -> addInitial(image, variable, pointees));
            boolean isSeen = function.function().signature().linkage() != PtxLinkage.LOCAL;
            if (isSeen && !function.isKernel()) {
                pointees.add(function);
            }
        }
        return pointees;
    }

    private static void addInitial(
            LoadedProgram image, Variable variable, List<DecodedFunction> pointees) {
        for (var initial : variable.initial()) {
            if (initial.value() instanceof Variable.Value.Address address) {
                image.functionAddress(address.symbol()).stream()
                        .forEach(at -> image.functionAt(at).ifPresent(pointees::add));
            }
        }
    }
}
