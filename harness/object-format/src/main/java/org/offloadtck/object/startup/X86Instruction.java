package org.offloadtck.object.startup;

/// A decoded x86-64 instruction, as far as a [X86Tracer] needs it.
///
/// @param length in bytes
/// @param register the operand of the `reg` field, or of the opcode; a register number
/// @param operand the operand of the `r/m` field
/// @param number the immediate, or the distance of a branch from the end of the instruction
/// @param numberAt where the immediate or distance starts, in bytes from the instruction's start
record X86Instruction(
        Operation operation, int length, int register, Operand operand, long number, int numberAt) {

    /// What an instruction does. Operations that matter to no trace are `OTHER`; they set at most
    /// their two operands.
    enum Operation {
        /// Sets `register` to the address of `operand`.
        ADDRESS,
        /// Sets `register` to `operand`.
        LOAD,
        /// Sets `operand` to `register`.
        STORE,
        /// Sets `operand`, a register, to `number`.
        SET,
        /// Sets `register` to 0: `xor` of a register with itself.
        CLEAR,
        /// Calls the function at distance `number`.
        CALL,
        /// Calls the function whose address is in `operand`.
        CALL_INDIRECT,
        JUMP,
        JUMP_INDIRECT,
        /// Jumps on a condition.
        BRANCH,
        RETURN,
        /// Ends the program.
        TRAP,
        PUSH,
        /// Compares its operands, or does nothing.
        NOTHING,
        OTHER
    }

    /// The operand of an instruction's `r/m` field.
    sealed interface Operand {}

    record NoOperand() implements Operand {}

    record Register(int number) implements Operand {}

    /// Memory at a distance from the end of the instruction.
    ///
    /// @param distanceAt where the distance starts, in bytes from the instruction's start
    record Relative(long distance, int distanceAt) implements Operand {}

    /// Memory at an absolute 32-bit address.
    ///
    /// @param addressAt where the address starts, in bytes from the instruction's start
    record Absolute(long address, int addressAt) implements Operand {}

    /// Memory at a distance from a register.
    record Based(int base, long distance) implements Operand {}

    /// Memory at an address that is a sum of registers.
    record Computed() implements Operand {}
}
