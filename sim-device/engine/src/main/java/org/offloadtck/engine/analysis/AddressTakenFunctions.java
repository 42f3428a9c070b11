package org.offloadtck.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;

/// Functions that an indirect call may reach: those whose address is an operand of an instruction
/// or an initial value of a variable, and those whose address the host can query.
final class AddressTakenFunctions {

    private AddressTakenFunctions() {}

    static List<DecodedFunction> of(LoadedProgram program) {
        var functions = new ArrayList<DecodedFunction>();
        for (long value : program.code().constants().values()) {
            program.functionAt(value).ifPresent(functions::add);
        }
        program.module().variables().forEach(variable -> addInitial(program, variable, functions));
        for (var function : program.functions()) {
            function.function()
                    .body()
                    .variables()
                    .forEach(variable -> addInitial(program, variable, functions));
            boolean isVisible = function.function().signature().linkage() != PtxLinkage.LOCAL;
            if (isVisible && !function.isKernel()) {
                functions.add(function);
            }
        }
        return functions;
    }

    private static void addInitial(
            LoadedProgram program, Variable variable, List<DecodedFunction> functions) {
        for (var initial : variable.initial()) {
            if (initial.value() instanceof Variable.Value.Address address) {
                program.functionAddress(address.symbol()).stream()
                        .forEach(at -> program.functionAt(at).ifPresent(functions::add));
            }
        }
    }
}
