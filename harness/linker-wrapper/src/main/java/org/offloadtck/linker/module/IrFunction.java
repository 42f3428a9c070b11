package org.offloadtck.linker.module;

import java.util.List;
import org.offloadtck.linker.module.IrValue.Local;

/// A function that only the object itself knows and that returns nothing.
///
/// @param parameters what it is called with
/// @param section of its code
/// @param blocks the first is where it begins
public record IrFunction(String name, List<Local> parameters, String section, List<Block> blocks) {

    public IrFunction {
        parameters = List.copyOf(parameters);
        blocks = List.copyOf(blocks);
    }

    /// Instructions that are executed one after the other; the last one leaves the block.
    public record Block(String label, List<IrInstruction> instructions) {

        public Block {
            instructions = List.copyOf(instructions);
        }
    }

    /// As its callers see it.
    public FunctionDeclaration prototype() {
        return new FunctionDeclaration(
                name, IrType.VOID, parameters.stream().map(Local::type).toList());
    }
}
