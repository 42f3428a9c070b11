package org.offloadtck.ptx.ir.opcode;

/// What an operand is to its instruction, and the letter that says so in an [InstructionForm].
///
/// A register has as many bits as the type it is read or written as, except where a role says
/// otherwise (PTX ISA §9.4).
public enum OperandRole {
    /// A register, vector or sink that takes a value of the first type written, or of twice its
    /// width after `.wide`.
    RESULT("d"),
    /// The same, but the register may be wider than the type.
    RESULT_OR_WIDER("D"),
    /// A register that takes a 32-bit value whatever the instruction's type.
    WORD_RESULT("w"),
    /// A predicate that takes the result.
    PREDICATE_RESULT("p"),
    /// A 32-bit result and, after a bar, a predicate that need not be there.
    WORD_AND_PREDICATE("w|p"),
    /// A predicate and, after a bar, a second one that need not be there.
    PREDICATE_PAIR("p|p"),
    /// A value of the last type written.
    SOURCE("a"),
    /// The same, but the register may be wider than the type.
    SOURCE_OR_WIDER("A"),
    /// A value as wide as the result.
    RESULT_TYPED("r"),
    /// A 32-bit value whatever the instruction's type: a count, position, lane, mask or barrier.
    WORD("u"),
    /// A predicate that is read, possibly negated.
    CONDITION("q"),
    /// `[address]`
    MEMORY("m"),
    /// `[handle, {x, y}]`, a place in a texture or surface.
    TEXEL("x"),
    /// A register or vector of registers, whose number and width are the instruction's affair.
    FRAGMENT("F");

    private final String letter;

    OperandRole(String letter) {
        this.letter = letter;
    }

    boolean isResult() {
        return switch (this) {
            case RESULT,
                    RESULT_OR_WIDER,
                    WORD_RESULT,
                    PREDICATE_RESULT,
                    WORD_AND_PREDICATE,
                    PREDICATE_PAIR ->
                    true;
            case SOURCE, SOURCE_OR_WIDER, RESULT_TYPED, WORD, CONDITION, MEMORY, TEXEL, FRAGMENT ->
                    false;
        };
    }

    String letter() {
        return letter;
    }
}
