package org.offloadtck.linker.module;

/// An operand of an instruction.
public sealed interface Value {

    /// What an instruction or a parameter yields.
    ///
    /// @param name without the percent sign
    record Local(String name, IrType type) implements Value {}

    /// The address of a global or a function.
    record Symbol(String name) implements Value {

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    /// A number.
    record Literal(IrType type, long value) implements Value {}

    /// The null pointer.
    record Null() implements Value {

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    IrType type();
}
