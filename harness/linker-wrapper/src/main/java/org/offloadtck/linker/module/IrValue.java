package org.offloadtck.linker.module;

/// An operand of an instruction.
public sealed interface IrValue {

    /// The result of an instruction, or a parameter.
    ///
    /// @param name without the percent sign
    record Local(String name, IrType type) implements IrValue {}

    /// The address of a global or a function.
    record Symbol(String name) implements IrValue {

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    /// A number.
    record Literal(IrType type, long value) implements IrValue {}

    /// The null pointer.
    record Null() implements IrValue {

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    IrType type();
}
