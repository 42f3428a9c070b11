package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.module.FunctionDeclaration;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrInstruction;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.IrValue;

/// Functions that run when a program starts and ends.
///
/// Requirement: WR-06.
final class StartupFunctions {

    /// Source: "Offloading Design & Internals", Global Constructor and Destructor.
    static final String SECTION = ".text.startup";

    private StartupFunctions() {}

    /// A function without parameters that executes `steps` in order.
    static IrFunction function(String name, List<IrInstruction> steps) {
        var instructions = new ArrayList<>(steps);
        instructions.add(new IrInstruction.Return());
        return new IrFunction(
                name, List.of(), SECTION, List.of(new IrFunction.Block("entry", instructions)));
    }

    /// A call of `atexit` with `function`.
    static IrInstruction atExit(String function) {
        return new IrInstruction.Call(
                FunctionDeclaration.of("atexit", IrType.POINTER).returning(IrType.I32),
                List.of(new IrValue.Symbol(function)));
    }
}
