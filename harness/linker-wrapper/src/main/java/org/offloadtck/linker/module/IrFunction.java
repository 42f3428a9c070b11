package org.offloadtck.linker.module;

import java.util.List;
import org.offloadtck.linker.module.IrValue.Local;

/// An internal function that returns nothing.
///
/// @param section of its code
/// @param blocks basic blocks; the first is the entry block
public record IrFunction(String name, List<Local> parameters, String section, List<Block> blocks) {

    public IrFunction {
        parameters = List.copyOf(parameters);
        blocks = List.copyOf(blocks);
    }

    /// A basic block. Its last instruction is a terminator.
    public record Block(String label, List<IrInstruction> instructions) {

        public Block {
            instructions = List.copyOf(instructions);
        }
    }

    /// Its declaration.
    public FunctionDeclaration prototype() {
        return new FunctionDeclaration(
                name, IrType.VOID, parameters.stream().map(Local::type).toList());
    }
}
