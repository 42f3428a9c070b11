package org.offloadtck.ptx.ir;

/// What an operand is to its instruction, and the letter that says so in an [InstructionForm].
public enum OperandRole {
    /// A register, vector or sink that takes the result.
    RESULT("d"),
    /// A predicate that takes the result.
    PREDICATE_RESULT("p"),
    /// A result and, after a bar, a predicate that need not be there.
    RESULT_AND_PREDICATE("d|p"),
    /// A predicate and, after a bar, a second one that need not be there.
    PREDICATE_PAIR("p|p"),
    /// A value of the instruction's type.
    SOURCE("a"),
    /// A 32-bit value whatever the instruction's type: a count, position, lane, mask or barrier.
    WORD("u"),
    /// A predicate that is read, possibly negated.
    CONDITION("q"),
    /// `[address]`
    MEMORY("m");

    private final String letter;

    OperandRole(String letter) {
        this.letter = letter;
    }

    String letter() {
        return letter;
    }
}
