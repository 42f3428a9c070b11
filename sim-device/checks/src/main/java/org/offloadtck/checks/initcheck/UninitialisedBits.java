package org.offloadtck.checks.initcheck;

import java.util.Set;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The uninitialised bits of a result, by the uninitialised bits of the operands.
///
/// The rules are exact for operations that compilers use to pack and unpack bits: logic, shifts,
/// extractions, integer conversions. A sum or product is uninitialised from the lowest
/// uninitialised bit on. The result of any other operation is uninitialised as a whole. Operations
/// on packed pairs follow the rules for each half.
final class UninitialisedBits {

    private static final long WORD = 0xffff_ffffL;

    private UninitialisedBits() {}

    /// Operands of a lane.
    ///
    /// @param a value of the first operand
    /// @param ua its uninitialised bits; the others likewise
    record Operands(long a, long ua, long b, long ub, long c, long uc) {

        long any() {
            return ua | ub | uc;
        }
    }

    static long ofPure(int op, Operands o) {
        return switch (op) {
            case Op.MOVE -> o.ua();
            case Op.SIGN_EXTEND32 -> (o.ua() & WORD) | signBits(o.ua());
            case Op.AND -> (o.ua() & o.ub()) | (o.ua() & o.b()) | (o.ub() & o.a());
            case Op.OR -> (o.ua() & o.ub()) | (o.ua() & ~o.b()) | (o.ub() & ~o.a());
            case Op.XOR -> o.ua() | o.ub();
            case Op.ADD32, Op.SUBTRACT32, Op.MULTIPLY32, Op.MULTIPLY_ADD32 -> from(o.any()) & WORD;
            case Op.ADD64,
                    Op.SUBTRACT64,
                    Op.MULTIPLY64,
                    Op.MULTIPLY_WIDE_SIGNED,
                    Op.MULTIPLY_ADD64,
                    Op.MULTIPLY_ADD_WIDE_SIGNED ->
                    from(o.any());
            case Op.SHIFT_LEFT32 -> shift(o, Integer.SIZE, op) & WORD;
            case Op.SHIFT_RIGHT_SIGNED32 -> shift(o, Integer.SIZE, op) & WORD;
            case Op.SHIFT_LEFT64, Op.SHIFT_RIGHT, Op.SHIFT_RIGHT_SIGNED64 ->
                    shift(o, Long.SIZE, op);
            case Op.MINIMUM32,
                    Op.MAXIMUM32,
                    Op.ADD_FLOAT,
                    Op.SUBTRACT_FLOAT,
                    Op.MULTIPLY_FLOAT,
                    Op.FMA_FLOAT ->
                    WORD;
            default -> -1;
        };
    }

    /// All bits from the lowest of `bits` on.
    private static long from(long bits) {
        return bits | -bits;
    }

    private static long signBits(long bits) {
        return (bits & 0x8000_0000L) != 0 ? ~WORD : 0;
    }

    private static long shift(Operands o, int width, int op) {
        if (o.ub() != 0) {
            return -1;
        }
        long amount = o.b() & WORD;
        boolean out = amount >= width;
        return switch (op) {
            case Op.SHIFT_LEFT32, Op.SHIFT_LEFT64 -> out ? 0 : o.ua() << amount;
            case Op.SHIFT_RIGHT_SIGNED32 -> (int) o.ua() >> (out ? width - 1 : amount);
            case Op.SHIFT_RIGHT_SIGNED64 -> o.ua() >> (out ? width - 1 : amount);
            default -> out ? 0 : o.ua() >>> amount;
        };
    }

    /// The uninitialised bits of the result of a function of three registers.
    static long ofFunction(Instruction instruction, LaneFunction function, Operands o) {
        if (!(instruction instanceof Instruction.Operation operation)) {
            return -1;
        }
        long all = width(operation);
        if (operation.type().isPacked() && operation.opcode() != Opcode.CVT) {
            var type = operation.type();
            return ofEach(type.bits() / type.numbers(), o.any()) & all;
        }
        if (isSumOrProduct(operation)) {
            return from(o.any()) & all;
        }
        return movesBits(operation, o)
                ? all
                        & (function.apply(o.a() & ~o.ua(), o.b() & ~o.ub(), o.c())
                                ^ function.apply(o.a() | o.ua(), o.b() | o.ub(), o.c()))
                : all;
    }

    /// Whether the operation is a sum or product of 16-bit integers; wider ones have opcodes of
    /// their own.
    private static boolean isSumOrProduct(Instruction.Operation operation) {
        var modifiers = operation.modifiers();
        return switch (operation.opcode()) {
            case ADD, SUB, NEG, MUL, MAD ->
                    !modifiers.has(Flag.SAT)
                            && modifiers.or(ProductPart.LO) == ProductPart.LO
                            && !isFloat(operation.type());
            default -> false;
        };
    }

    /// Of packed numbers, those that contain a bit of `any`.
    private static long ofEach(int bits, long any) {
        long number = (1L << bits) - 1;
        long all = 0;
        for (int at = 0; at < Long.SIZE; at += bits) {
            all |= ((any >>> at) & number) != 0 ? number << at : 0;
        }
        return all;
    }

    private static long width(Instruction.Operation operation) {
        return operation.operands().getFirst() instanceof Register register
                        && register.type().bits() < Long.SIZE
                ? (1L << register.type().bits()) - 1
                : -1;
    }

    /// Whether every bit of the result is a copy of one bit of an operand, or constant.
    private static boolean movesBits(Instruction.Operation operation, Operands o) {
        return switch (operation.opcode()) {
            case BFE -> (o.ub() | o.uc()) == 0;
            case SHL, SHR -> o.ub() == 0;
            case PRMT, SHF_L, SHF_R -> o.uc() == 0;
            case BREV -> true;
            case CVT ->
                    operation.modifiers().types().stream().noneMatch(UninitialisedBits::isFloat);
            default -> false;
        };
    }

    private static boolean isFloat(PtxType type) {
        return !Set.of(
                        PtxType.U8,
                        PtxType.U16,
                        PtxType.U32,
                        PtxType.U64,
                        PtxType.S8,
                        PtxType.S16,
                        PtxType.S32,
                        PtxType.S64)
                .contains(type);
    }

    /// Whether two numbers differ for all values of their uninitialised bits.
    static boolean differs(Operands o) {
        return ((o.a() ^ o.b()) & ~(o.ua() | o.ub())) != 0;
    }
}
