package org.offloadtck.engine.code;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.texture.TexelInstruction;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;

/// The decoded instructions of a program, the functions one after another.
///
/// An instruction is [#STRIDE] integers. Its *program counter* is its index; its integers start at
/// the program counter times the stride.
///
/// A register operand is a *row*: 32 consecutive lanes of the register file, identified by the
/// index of lane 0. A non-negative index counts from the base of the frame. A negative index is the
/// complement of an index from the start of the file, where the [ConstantPool] is. Predicates are
/// addressed the same way, one `int` of lane bits each. A predicate *source* is twice that index,
/// plus one if the instruction reads the negated predicate.
public final class Code {

    /// Integers of an instruction.
    public static final int STRIDE = 8;

    /// The operation, of [Op].
    public static final int OP = 0;

    /// 0 without a guard, else the predicate source plus 1.
    public static final int GUARD = 1;

    /// Destination row or predicate.
    public static final int D = 2;

    /// First source row.
    public static final int A = 3;

    /// Second source row.
    public static final int B = 4;

    /// Third source row, or a predicate source.
    public static final int C = 5;

    /// Operand whose meaning depends on the operation: a branch target, an offset, a kind.
    public static final int X = 6;

    /// As [#X].
    public static final int Y = 7;

    /// Lanes of a warp, and so of a row (PTX ISA §2.3).
    public static final int LANES = 32;

    /// The row that takes results which are discarded.
    public static final int SINK_ROW = LANES;

    /// Predicates at the start of the file: always false, always true, and the one that takes
    /// results which are discarded.
    public static final int FALSE = 0;

    public static final int TRUE = 1;

    public static final int SINK_PREDICATE = 2;

    public static final int CONSTANT_PREDICATES = 3;

    private final int[] words;
    private final LaneFunction[] laneFunctions;
    private final int[] operandLists;
    private final CallSite[] callSites;
    private final List<WarpMatrixProduct> matrixProducts;
    private final List<WarpgroupMatrixProduct> warpgroupProducts;
    private final List<TexelInstruction> texelInstructions;
    private final List<BulkCopy> bulkCopies;
    private final List<TensorCopy> tensorCopies;
    private final List<TensorMemoryInstruction> tensorMemoryInstructions;
    private final List<String> problems;
    private final List<Instruction> instructions;
    private final ConstantPool constants;
    private final BitSet unsimulated;

    /// Takes ownership of the arrays and the set.
    Code(
            int[] words,
            LaneFunction[] laneFunctions,
            int[] operandLists,
            CallSite[] callSites,
            List<WarpMatrixProduct> matrixProducts,
            List<WarpgroupMatrixProduct> warpgroupProducts,
            List<TexelInstruction> texelInstructions,
            List<BulkCopy> bulkCopies,
            List<TensorCopy> tensorCopies,
            List<TensorMemoryInstruction> tensorMemoryInstructions,
            List<String> problems,
            List<Instruction> instructions,
            ConstantPool constants,
            BitSet unsimulated) {
        this.words = words;
        this.laneFunctions = laneFunctions;
        this.operandLists = operandLists;
        this.callSites = callSites;
        this.matrixProducts = List.copyOf(matrixProducts);
        this.warpgroupProducts = List.copyOf(warpgroupProducts);
        this.texelInstructions = List.copyOf(texelInstructions);
        this.bulkCopies = List.copyOf(bulkCopies);
        this.tensorCopies = List.copyOf(tensorCopies);
        this.tensorMemoryInstructions = List.copyOf(tensorMemoryInstructions);
        this.problems = List.copyOf(problems);
        this.instructions = List.copyOf(instructions);
        this.constants = constants;
        this.unsimulated = unsimulated;
    }

    /// The integers of all instructions. Callers must not modify this array or the other arrays.
    public int[] words() {
        return words;
    }

    /// The functions that [Op#LANE_FUNCTION] and atomics compute, by index.
    public LaneFunction[] laneFunctions() {
        return laneFunctions;
    }

    /// Operands of instructions that have many; the instruction has the index of the first.
    public int[] operandLists() {
        return operandLists;
    }

    /// The program counters to which an instruction may branch; none if it is not a branch.
    public IntStream branchTargets(int pc) {
        int x = words[pc * STRIDE + X];
        return switch (words[pc * STRIDE + OP]) {
            case Op.BRANCH -> IntStream.of(x);
            case Op.BRANCH_INDEXED -> Arrays.stream(operandLists, x, x + words[pc * STRIDE + Y]);
            default -> IntStream.empty();
        };
    }

    /// Call sites, indexed by the [#X] of the call instruction.
    public CallSite[] callSites() {
        return callSites;
    }

    /// What [Op#MATRIX_PRODUCT] computes, by its [#X].
    public List<WarpMatrixProduct> matrixProducts() {
        return matrixProducts;
    }

    /// How instructions on textures and surfaces use their coordinates, by their [#X].
    public List<TexelInstruction> texelInstructions() {
        return texelInstructions;
    }

    /// The products of warpgroups, by their [#X].
    public List<WarpgroupMatrixProduct> warpgroupProducts() {
        return warpgroupProducts;
    }

    /// The forms of bulk copies, by their [#X].
    public List<BulkCopy> bulkCopies() {
        return bulkCopies;
    }

    /// The forms of copies of tensors, by their [#X].
    public List<TensorCopy> tensorCopies() {
        return tensorCopies;
    }

    /// The forms of instructions on tensor memory, by their [#X].
    public List<TensorMemoryInstruction> tensorMemoryInstructions() {
        return tensorMemoryInstructions;
    }

    /// Why an [Op#UNSUPPORTED] instruction cannot be executed, indexed by its [#X].
    public List<String> problems() {
        return problems;
    }

    /// The instruction that each decoded instruction was made from, by program counter. Whether an
    /// atomic is one that locks are made of: an exchange or a compare-and-swap.
    public boolean isExchange(int pc) {
        return instructions.get(pc) instanceof Instruction.Operation operation
                && switch (operation.modifiers().or(AtomicOperation.ADD)) {
                    case EXCH, CAS -> true;
                    case AND, OR, XOR, ADD, INC, DEC, MIN, MAX -> false;
                };
    }

    public List<Instruction> instructions() {
        return instructions;
    }

    /// The rows of the register file that every warp starts with.
    public ConstantPool constants() {
        return constants;
    }

    /// Program counters of the instructions that are not simulated. A kernel that can reach one is
    /// not launched. Callers must not modify the set.
    public BitSet unsimulated() {
        return unsimulated;
    }
}
