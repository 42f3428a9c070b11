package org.offloadtck.engine.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;

/// Functions that an indirect call may reach: those whose address is an operand of an instruction
/// or an initial value of a variable, and those whose address the host can query.
public final class AddressTakenFunctions {

    private AddressTakenFunctions() {}

    /// The functions of a program and of those that it is joined with.
    public static List<DecodedFunction> of(LoadedProgram program) {
        var functions = new ArrayList<DecodedFunction>();
        for (long value : program.code().constants().values()) {
            program.functionAt(value).ifPresent(functions::add);
        }
        for (var function : program.functions()) {
            boolean isVisible = function.function().signature().linkage() != PtxLinkage.LOCAL;
            if (isVisible && !function.isKernel()) {
                functions.add(function);
            }
        }
        initial(program).forEach(at -> program.functionAt(at).ifPresent(functions::add));
        for (var callee : program.callees()) {
            initial(callee).forEach(at -> program.functionAt(at).ifPresent(functions::add));
        }
        return functions;
    }

    /// The addresses of functions among the initial values of variables.
    private static LongStream initial(LoadedProgram program) {
        var variables =
                Stream.concat(
                        program.module().variables().stream(),
                        program.functions().stream()
                                .flatMap(each -> each.function().body().variables().stream()));
        return variables
                .flatMap(variable -> variable.initial().stream())
                .map(Variable.Initial::value)
                .flatMap(AddressTakenFunctions::symbol)
                .flatMapToLong(symbol -> program.functionAddress(symbol).stream());
    }

    private static Stream<String> symbol(Variable.Value value) {
        return switch (value) {
            case Variable.Value.Address address -> Stream.of(address.symbol());
            case Variable.Value.Constant _ -> Stream.empty();
        };
    }
}
