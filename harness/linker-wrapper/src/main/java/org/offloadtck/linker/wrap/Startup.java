package org.offloadtck.linker.wrap;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.module.Instruction;
import org.offloadtck.linker.module.IrFunction;
import org.offloadtck.linker.module.IrType;
import org.offloadtck.linker.module.Prototype;
import org.offloadtck.linker.module.Value;

/// Code that runs when a program starts and ends.
final class Startup {

    /// Source: "Offloading Design & Internals", Global Constructor and Destructor.
    static final String SECTION = ".text.startup";

    private Startup() {}

    /// A function without parameters that takes one step after the other.
    static IrFunction function(String name, List<Instruction> steps) {
        var instructions = new ArrayList<>(steps);
        instructions.add(new Instruction.Return());
        return new IrFunction(
                name, List.of(), SECTION, List.of(new IrFunction.Block("entry", instructions)));
    }

    /// Has `function` called when the program ends.
    static Instruction atExit(String function) {
        return new Instruction.Call(
                Prototype.of("atexit", IrType.POINTER).returning(IrType.I32),
                List.of(new Value.Symbol(function)));
    }
}
