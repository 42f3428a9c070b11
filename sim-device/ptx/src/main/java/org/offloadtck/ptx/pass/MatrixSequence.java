package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.MatrixCount;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.WarpMode;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The instructions that replace one that moves a matrix. What only computes addresses has no
/// guard, what moves data has that of the instruction.
final class MatrixSequence {

    private static final Operand ALL_LANES = new Immediate.Int64(0xffff_ffffL);
    private static final Operand WHOLE_WARP = new Immediate.Int64(31);

    private final FunctionRewriter rewriter;
    private final Operation moved;

    MatrixSequence(FunctionRewriter rewriter, Operation moved) {
        this.rewriter = rewriter;
        this.moved = moved;
    }

    static Operand number(long value) {
        return new Immediate.Int64(value);
    }

    Register register(PtxType type) {
        return rewriter.register("%matrix", type);
    }

    Register lane() {
        var lane = register(PtxType.B32);
        var source = new SpecialRegister(SpecialRegister.Name.LANEID, 0);
        compute(Opcode.MOV, List.of(PtxType.U32), lane, source);
        return lane;
    }

    /// The result of an operation on two 32-bit numbers.
    Register word(Opcode opcode, PtxType type, Operand left, Operand right) {
        var result = register(PtxType.B32);
        List<Modifier> modifiers =
                opcode == Opcode.MUL ? List.of(ProductPart.LO, type) : List.of(type);
        compute(opcode, modifiers, result, left, right);
        return result;
    }

    Register shiftedLeft(Operand value, int bits) {
        return word(Opcode.SHL, PtxType.B32, value, number(bits));
    }

    Register shiftedRight(Operand value, int bits) {
        return word(Opcode.SHR, PtxType.U32, value, number(bits));
    }

    Register masked(Operand value, int mask) {
        return word(Opcode.AND, PtxType.B32, value, number(mask));
    }

    Register plus(Operand left, Operand right) {
        return word(Opcode.ADD, PtxType.U32, left, right);
    }

    /// Adds an operation without a guard.
    void compute(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(moved, opcode, modifiers, Guard.Always.ALWAYS, operands);
    }

    /// Adds an operation under the guard of the instruction.
    void move(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(moved, opcode, modifiers, moved.guard(), operands);
    }

    /// The base of an address, in a register as wide as an address.
    Register base(Operand.Memory place) {
        return switch (place.base()) {
            case Register register -> register;
            case PtxSymbol symbol -> loaded(new Operand.Address(symbol, 0));
            case Operand.Absolute _ -> loaded(number(0));
        };
    }

    private Register loaded(Operand value) {
        var base = register(PtxType.B64);
        compute(Opcode.MOV, List.of(PtxType.U64), base, value);
        return base;
    }

    /// An address that is `bytes`, a 32-bit number, behind another.
    Register behind(Register base, Operand bytes) {
        if (base.type().bits() == Integer.SIZE) {
            return plus(base, bytes);
        }
        var wide = register(PtxType.B64);
        compute(Opcode.MUL, List.of(ProductPart.WIDE, PtxType.U32), wide, bytes, number(1));
        var sum = register(PtxType.B64);
        compute(Opcode.ADD, List.of(PtxType.U64), sum, base, wide);
        return sum;
    }

    /// The value that a register of 32 or 64 bits has in another lane.
    Register fromLane(Register value, Operand lane) {
        if (value.type().bits() == Integer.SIZE) {
            return shuffled(value, lane);
        }
        var low = register(PtxType.B32);
        var high = register(PtxType.B32);
        compute(Opcode.MOV, List.of(PtxType.B64), new Operand.Vector(List.of(low, high)), value);
        var halves = List.<Operand>of(shuffled(low, lane), shuffled(high, lane));
        var result = register(PtxType.B64);
        compute(Opcode.MOV, List.of(PtxType.B64), result, new Operand.Vector(halves));
        return result;
    }

    private Register shuffled(Register value, Operand lane) {
        var result = register(PtxType.B32);
        move(
                Opcode.SHFL,
                List.of(WarpMode.Shuffle.IDX, PtxType.B32),
                result,
                value,
                lane,
                WHOLE_WARP,
                ALL_LANES);
        return result;
    }

    void load(PtxType type, Operand to, Register address, long offset) {
        move(Opcode.LD, inSpace(type), to, new Operand.Memory(address, offset));
    }

    void store(PtxType type, Operand value, Register address, long offset) {
        move(Opcode.ST, inSpace(type), new Operand.Memory(address, offset), value);
    }

    private List<Modifier> inSpace(PtxType type) {
        var space = moved.modifiers().or(StateSpace.GENERIC);
        return space == StateSpace.GENERIC ? List.of(type) : List.of(space, type);
    }

    /// The registers of a fragment, which the text may write without braces if it is one.
    static List<Operand> registers(Operand fragment) {
        return fragment instanceof Operand.Vector(var elements) ? elements : List.of(fragment);
    }

    /// The matrices that an instruction moves.
    static int count(Operation operation) {
        return operation.modifiers().get(MatrixCount.class).count();
    }

    /// Whether an operand has so many registers of 32 bits for each matrix.
    static boolean hasWordsOfEach(Operation operation, int operand, int words) {
        return hasWords(operation, operand, words * count(operation));
    }

    /// Whether an operand is a number of registers of 32 bits.
    static boolean hasWords(Operation operation, int operand, int count) {
        var registers = registers(operation.operands().get(operand));
        return registers.size() == count
                && registers.stream()
                        .allMatch(each ->
                                each instanceof Register register
                                        && register.type().bits() == Integer.SIZE);
    }
}
