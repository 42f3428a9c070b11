package org.offloadtck.ptx.ir;

import java.util.List;
import org.offloadtck.ptx.ir.Function.Statements;

/// The statements of a function. Nested scopes are flattened.
///
/// @param registers the registers that instructions use, each at its [Register#index]; a register
///   that is declared and never used is absent
/// @param variables what the function declares in `.local`, `.shared`, `.global`, `.const` and, for
///   call sequences, `.param`, each at the index of its [PtxSymbol.Local]
/// @param labels in the order of their targets
public record Body(
        List<Register> registers,
        List<Variable> variables,
        List<Label> labels,
        List<Pragma> pragmas,
        List<Instruction> instructions)
        implements Statements {

    public Body {
        registers = List.copyOf(registers);
        variables = List.copyOf(variables);
        labels = List.copyOf(labels);
        pragmas = List.copyOf(pragmas);
        instructions = List.copyOf(instructions);
    }

    @Override
    public Body body() {
        return this;
    }

    @Override
    public Body compact() {
        return this;
    }

    /// A label of a function.
    ///
    /// @param target index of the instruction that follows the label; the number of instructions if
    ///   none follows
    public record Label(String name, int target) {}

    /// `.pragma "text";` before the instruction of that index.
    public record Pragma(String text, int target) {}
}
