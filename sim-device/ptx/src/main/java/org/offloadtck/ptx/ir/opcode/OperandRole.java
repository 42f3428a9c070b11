package org.offloadtck.ptx.ir.opcode;

/// The role of an operand in its instruction, and its letter in an [InstructionForm].
///
/// A register has as many bits as the type that it is read or written as, unless its role permits
/// more (PTX ISA §9.4).
public enum OperandRole {
    /// A register, vector or sink that receives a value of the first type of the mnemonic, or of
    /// twice its width after `.wide`.
    RESULT("d"),
    /// As [#RESULT], but the register may be wider than the type.
    RESULT_OR_WIDER("D"),
    /// A register that receives a 32-bit value, independent of the type of the instruction.
    WORD_RESULT("w"),
    /// A predicate that receives the result.
    PREDICATE_RESULT("p"),
    /// A 32-bit result and, after `|`, an optional predicate.
    WORD_AND_PREDICATE("w|p"),
    /// A 32-bit result or a sink and, after `|`, a predicate.
    WORD_WITH_PREDICATE("w|P"),
    /// A predicate and, after `|`, an optional second one.
    PREDICATE_PAIR("p|p"),
    /// A value of the last type of the mnemonic.
    SOURCE("a"),
    /// As [#SOURCE], but the register may be wider than the type.
    SOURCE_OR_WIDER("A"),
    /// A value as wide as the result.
    RESULT_TYPED("r"),
    /// A 32-bit value, independent of the type of the instruction: a count, position, lane, mask or
    /// barrier.
    WORD("u"),
    /// The bytes that a copy reads, a 32-bit value, or a predicate, possibly negated, under which
    /// it reads none.
    READ_BYTES_OR_CONDITION("s"),
    /// A 32-bit or 64-bit value.
    SIZE("z"),
    /// A 32-bit floating-point value.
    SINGLE("f"),
    /// A 16-bit value: two scale factors, or a mask of bytes or of the CTAs of a cluster.
    HALF_WORD("h"),
    /// The response of `clusterlaunchcontrol`: a 128-bit register.
    RESPONSE("B"),
    /// A cache policy: a 64-bit value.
    POLICY("c"),
    /// A 32-bit value, or bytes or halves of a register.
    PART("v"),
    /// As [#PART], possibly negated.
    SIGNED_PART("n"),
    /// As [#WORD], possibly negated.
    SIGNED_WORD("e"),
    /// A 32-bit register, or the bytes or halves of one that receive the result.
    PART_RESULT("V"),
    /// A predicate that is read, possibly negated.
    CONDITION("q"),
    /// `[address]`
    MEMORY("m"),
    /// `[handle, {x, y}]`: an element of a texture or surface.
    TEXEL("x"),
    /// A register or vector of registers, whose number and width depend on the instruction.
    FRAGMENT("F"),
    /// As [#FRAGMENT], but the registers receive the result.
    FRAGMENT_RESULT("R"),
    /// As [#FRAGMENT_RESULT] and, after `|`, an optional predicate.
    FRAGMENT_AND_PREDICATE("R|p"),
    /// As [#FRAGMENT], but the registers are read and receive the result.
    ACCUMULATOR("G"),
    /// A [#FRAGMENT] or the [#DESCRIPTOR] of a matrix.
    FRAGMENT_OR_DESCRIPTOR("E"),
    /// The descriptor of a matrix in shared memory: a 64-bit value.
    DESCRIPTOR("b"),
    /// A [#DESCRIPTOR], or the address of a matrix in tensor memory in brackets.
    MATRIX("T"),
    /// A vector of 32-bit values that has a bit for each lane of tensor memory, or a [#CONDITION].
    LANES_OR_CONDITION("k"),
    /// A 32-bit value or a [#CONDITION].
    WORD_OR_CONDITION("g");

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
                    WORD_WITH_PREDICATE,
                    PREDICATE_PAIR,
                    PART_RESULT,
                    FRAGMENT_RESULT,
                    FRAGMENT_AND_PREDICATE ->
                    true;
            case SOURCE,
                    SOURCE_OR_WIDER,
                    RESULT_TYPED,
                    WORD,
                    READ_BYTES_OR_CONDITION,
                    SINGLE,
                    SIZE,
                    HALF_WORD,
                    RESPONSE,
                    POLICY,
                    PART,
                    SIGNED_PART,
                    SIGNED_WORD,
                    CONDITION,
                    MEMORY,
                    TEXEL,
                    FRAGMENT,
                    ACCUMULATOR,
                    FRAGMENT_OR_DESCRIPTOR,
                    DESCRIPTOR,
                    MATRIX,
                    LANES_OR_CONDITION,
                    WORD_OR_CONDITION ->
                    false;
        };
    }

    String letter() {
        return letter;
    }
}
