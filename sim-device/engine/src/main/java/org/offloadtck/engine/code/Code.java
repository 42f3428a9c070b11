package org.offloadtck.engine.code;

import java.util.List;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction;

/// The decoded instructions of a module, all functions after one another.
///
/// An instruction is [#STRIDE] integers; its program counter times the stride is where they start.
/// A register operand is a *row*, 32 consecutive lanes of the register file, given by the index of
/// its lane 0: from the frame's base when it is not negative, else the complement of an index from
/// the start of the file, where constants and special registers have their rows. Predicates are
/// likewise, one `int` of lane bits each; a predicate *source* is twice that index, plus one where
/// the instruction asks for the opposite.
public final class Code {

    /// Integers of an instruction.
    public static final int STRIDE = 8;

    /// The operation, of [Op].
    public static final int OP = 0;

    /// 0 without a guard, else 1 more than a predicate source.
    public static final int GUARD = 1;

    /// Destination row or predicate.
    public static final int D = 2;

    public static final int A = 3;
    public static final int B = 4;
    public static final int C = 5;

    /// What the operation says it is: a target, an offset, a kind.
    public static final int X = 6;

    /// As [#X].
    public static final int Y = 7;

    /// Lanes of a warp, and so of a row (PTX ISA §2.3).
    public static final int LANES = 32;

    /// A row nobody reads: where results go that are not wanted.
    public static final int SINK_ROW = LANES;

    /// Predicates at the start of the file: never, always, and the one nobody reads.
    public static final int FALSE = 0;

    public static final int TRUE = 1;
    public static final int SINK_PREDICATE = 2;
    public static final int CONSTANT_PREDICATES = 3;

    private final int[] words;
    private final LaneFunction[] laneFunctions;
    private final int[] operandLists;
    private final CallSite[] callSites;
    private final List<String> problems;
    private final List<Instruction> instructions;
    private final ConstantPool constants;

    /// Takes over the arrays.
    Code(
            int[] words,
            LaneFunction[] functions,
            int[] lists,
            CallSite[] sites,
            List<String> problems,
            List<Instruction> instructions,
            ConstantPool fixed) {
        this.words = words;
        this.laneFunctions = functions;
        this.operandLists = lists;
        this.callSites = sites;
        this.problems = List.copyOf(problems);
        this.instructions = List.copyOf(instructions);
        this.constants = fixed;
    }

    /// The instructions. This and the other arrays are the interpreter's to read, nobody's to
    /// write.
    public int[] words() {
        return words;
    }

    /// What [Op#LANE_FUNCTION] computes, by the instruction's [#X].
    public LaneFunction[] laneFunctions() {
        return laneFunctions;
    }

    /// Operands of instructions that have many: the instruction has the index of the first.
    public int[] operandLists() {
        return operandLists;
    }

    /// What calls need to know, by the instruction's [#X].
    public CallSite[] callSites() {
        return callSites;
    }

    /// Why an instruction cannot be executed, by its [#X].
    public List<String> problems() {
        return problems;
    }

    /// What each instruction was decoded from, by program counter.
    public List<Instruction> instructions() {
        return instructions;
    }

    /// The rows of the register file that every warp starts with.
    public ConstantPool constants() {
        return constants;
    }
}
