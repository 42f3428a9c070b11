package org.offloadtck.engine.decode;

import java.util.List;
import org.offloadtck.engine.code.CarryArithmetic;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.Computation;
import org.offloadtck.engine.decode.arithmetic.FloatArithmetic;
import org.offloadtck.engine.decode.arithmetic.HalfArithmetic;
import org.offloadtck.engine.decode.arithmetic.IntegerArithmetic;
import org.offloadtck.engine.decode.arithmetic.IntegerPacking;
import org.offloadtck.engine.decode.arithmetic.MixedArithmetic;
import org.offloadtck.engine.decode.arithmetic.NarrowConversion;
import org.offloadtck.engine.decode.arithmetic.PackedConversion;
import org.offloadtck.engine.decode.arithmetic.PackedIntegerArithmetic;
import org.offloadtck.engine.decode.arithmetic.ScalarConversion;
import org.offloadtck.engine.decode.arithmetic.TypeSemantics;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.decode.video.VideoInstruction;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Decodes instructions that compute registers and predicates: arithmetic, logic, comparison,
/// selection, moves and conversions.
final class ComputationDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    ComputationDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        boolean onPredicates = operation.modifiers().types().equals(List.of(PtxType.PRED));
        switch (operation.opcode()) {
            case SETP -> compare(operation);
            case SET -> compareToRegister(operation);
            case SELP -> select(operation);
            case SLCT -> slct(operation);
            case TESTP -> testClass(operation);
            case MOV -> new MoveDecoder(operands, code).decode(operation);
            case CVTA -> convertAddress(operation, Op.ADD64);
            case CVTA_TO -> convertAddress(operation, Op.SUBTRACT64);
            case ISSPACEP -> isSpace(operation);
            case MAPA ->
                    compute(
                            operation,
                            new Computation.PerLane((a, u, _) -> SharedWindow.map(a, u)));
            case GETCTARANK -> clusterRank(operation);
            case CVT -> compute(operation, conversion(operation));
            case CVT_PACK -> compute(operation, IntegerPacking.of(operation));
            case VABSDIFF,
                    VADD,
                    VMAX,
                    VMIN,
                    VSUB,
                    VSHL,
                    VSHR,
                    VMAD,
                    VSET,
                    VABSDIFF2,
                    VADD2,
                    VAVRG2,
                    VMAX2,
                    VMIN2,
                    VSUB2,
                    VSET2,
                    VABSDIFF4,
                    VADD4,
                    VAVRG4,
                    VMAX4,
                    VMIN4,
                    VSUB4,
                    VSET4 ->
                    compute(operation, new Computation.PerLane(VideoInstruction.of(operation)));
            case CREATEPOLICY_CVT, CREATEPOLICY_FRACTIONAL, CREATEPOLICY_RANGE -> policy(operation);
            case ADDC, SUBC, MADC -> carry(operation);
            case LOP3 -> logic(operation);
            case BFI -> insert(operation);
            case DP2A, DP4A -> compute(operation, dotProduct(operation));
            case AND -> decodeOn(onPredicates, Op.PREDICATE_AND, operation);
            case OR -> decodeOn(onPredicates, Op.PREDICATE_OR, operation);
            case XOR -> decodeOn(onPredicates, Op.PREDICATE_XOR, operation);
            case NOT -> decodeOn(onPredicates, Op.PREDICATE_NOT, operation);
            default -> arithmetic(operation);
        }
    }

    private void decodeOn(boolean predicates, int op, Operation operation) {
        if (!predicates) {
            arithmetic(operation);
            return;
        }
        var list = operation.operands();
        int a = operands.predicate(list.get(1));
        int b = list.size() > 2 ? operands.predicate(list.get(2)) : 0;
        code.set(op, operands.predicateDestination(list.getFirst()), a, b, 0, 0, 0);
    }

    private void arithmetic(Operation operation) {
        if (operation.modifiers().types().isEmpty()) {
            throw new UnsupportedInstructionException("is not supported");
        }
        if (operation.modifiers().has(Flag.CC)) {
            carry(operation);
            return;
        }
        compute(operation, computation(operation));
    }

    private static Computation computation(Operation operation) {
        if (PackedIntegerArithmetic.isPacked(operation.type())) {
            return new PackedIntegerArithmetic(operation).computation();
        }
        if (MixedArithmetic.isMixed(operation)) {
            return new MixedArithmetic(operation).computation();
        }
        if (HalfArithmetic.isHalf(operation.type())) {
            return new HalfArithmetic(operation).computation();
        }
        return operation.type().isFloat()
                ? new FloatArithmetic(operation).computation()
                : new IntegerArithmetic(operation).computation();
    }

    private static Computation dotProduct(Operation operation) {
        var left = TypeSemantics.width(operation.resultType()).sign();
        var right = TypeSemantics.width(operation.type()).sign();
        if (operation.opcode() == Opcode.DP4A) {
            return new Computation.PerLane((a, b, c) -> Integers.dotProduct(a, b, c, left, right));
        }
        boolean high = operation.modifiers().get(ProductPart.class) == ProductPart.HI;
        int shift = high ? Short.SIZE : 0;
        return new Computation.PerLane(
                (a, b, c) -> Integers.dotProduct2(a, b >>> shift, c, left, right));
    }

    /// Caches do not follow policies, so that all are the same number.
    private void policy(Operation operation) {
        int d = operands.destination(operation.operands().getFirst());
        code.set(Op.MOVE, d, operands.constant(0), 0, 0, 0, 0);
    }

    private Computation conversion(Operation operation) {
        if (NarrowConversion.isTo(operation.resultType())) {
            return new Computation.PerLane(new NarrowConversion(operation).function());
        }
        if (operation.resultType().isPacked()) {
            return new Computation.PerLane(new PackedConversion(operation).function());
        }
        int bits =
                operation.operands().getFirst() instanceof Register register
                        ? register.type().bits()
                        : operation.resultType().bits();
        return new ScalarConversion(operation, bits).computation();
    }

    private void compute(Operation operation, Computation computation) {
        var list = operation.operands();
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operandType(operation, 0));
        int b = operandOrZero(operation, 1);
        int c = operandOrZero(operation, 2);
        switch (computation) {
            case Computation.Direct(int op) -> code.set(op, d, a, b, c, 0, 0);
            case Computation.PerLane(var function) ->
                    code.set(Op.LANE_FUNCTION, d, a, b, c, code.function(function), 0);
            case Computation.WithConstant(int op, long constant, int position) -> {
                int row = operands.constant(constant);
                code.set(op, d, position == 0 ? row : a, position == 0 ? a : row, 0, 0, 0);
            }
        }
    }

    /// The row of an operand; a row of zeros if the instruction does not have it.
    private int operandOrZero(Operation operation, int index) {
        var list = operation.operands();
        return index + 1 < list.size()
                ? operands.row(list.get(index + 1), operandType(operation, index))
                : operands.constant(0);
    }

    /// The type that a constant operand of an instruction is read as.
    private static PtxType operandType(Operation operation, int index) {
        return switch (operation.opcode()) {
            case SHL, SHR -> index == 1 ? PtxType.U32 : operation.type();
            case BFE, MAPA -> index > 0 ? PtxType.U32 : operation.type();
            case ADD, SUB -> index == 1 ? operation.resultType() : operation.type();
            case CVT -> PackedConversion.operandType(operation, index);
            case FMA -> index == 2 ? operation.resultType() : operation.type();
            case MUL, MAD ->
                    index == 2 && operation.modifiers().or(ProductPart.LO) == ProductPart.WIDE
                            ? operation.type().bits() == 32 ? PtxType.U64 : PtxType.U32
                            : operation.type();
            default -> operation.type();
        };
    }

    private void compare(Operation operation) {
        var list = operation.operands();
        var first = list.getFirst();
        boolean pair = first instanceof Operand.Pair;
        int p = operands.predicateDestination(pair ? ((Operand.Pair) first).first() : first);
        int q =
                pair
                        ? operands.predicateDestination(((Operand.Pair) first).second())
                        : ~Code.SINK_PREDICATE;
        int combination = ComparisonDecoder.combination(operation, list.size() > 3);
        compare(operation, Op.COMPARE, p, q << 2 | combination);
    }

    private void compareToRegister(Operation operation) {
        int d = operands.destination(operation.operands().getFirst());
        int combination = ComparisonDecoder.combination(operation, operation.operands().size() > 3);
        int yes = operands.constant(ComparisonDecoder.truth(operation.resultType()));
        compare(operation, Op.COMPARE_TO_REGISTER, d, yes << 2 | combination);
    }

    private void compare(Operation operation, int op, int d, int y) {
        var list = operation.operands();
        int a = operands.row(list.get(1), operation.type());
        int b = operands.row(list.get(2), operation.type());
        int c = list.size() > 3 ? operands.predicate(list.get(3)) : 0;
        code.set(op, d, a, b, c, ComparisonDecoder.of(operation), y);
    }

    private void testClass(Operation operation) {
        int p = operands.predicateDestination(operation.operands().getFirst());
        int a = operands.row(operation.operands().get(1), operation.type());
        int alone = ~Code.SINK_PREDICATE << 2 | ComparisonKind.ALONE;
        code.set(Op.COMPARE, p, a, a, 0, ComparisonDecoder.ofClass(operation), alone);
    }

    private void select(Operation operation) {
        var list = operation.operands();
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operation.type());
        int b = operands.row(list.get(2), operation.type());
        code.set(Op.SELECT, d, a, b, operands.predicate(list.get(3)), 0, 0);
    }

    /// `slct`: `a` where `c` is not negative, else `b` (PTX ISA §9.7.6.4).
    private void slct(Operation operation) {
        var list = operation.operands();
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operation.resultType());
        int b = operands.row(list.get(2), operation.resultType());
        int c = operands.row(list.get(3), operation.type());
        code.set(Op.LANE_FUNCTION, d, a, b, c, code.function(choice(operation)), 0);
    }

    private static LaneFunction choice(Operation operation) {
        if (!operation.type().isFloat()) {
            return (x, y, z) -> (int) z >= 0 ? x : y;
        }
        return operation.modifiers().has(Flag.FTZ)
                ? (x, y, z) -> Floats.flush(Floats.f32(z)) >= 0 ? x : y
                : (x, y, z) -> Floats.f32(z) >= 0 ? x : y;
    }

    private void logic(Operation operation) {
        var list = operation.operands();
        if (!(list.get(4) instanceof Immediate table)) {
            throw new UnsupportedInstructionException("truth table is not a number");
        }
        int rows = (int) table.bits(PtxType.U32);
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operation.type());
        int b = operands.row(list.get(2), operation.type());
        int c = operands.row(list.get(3), operation.type());
        int function = code.function((x, y, z) -> Integers.logic(x, y, z, rows));
        code.set(Op.LANE_FUNCTION, d, a, b, c, function, 0);
    }

    private void insert(Operation operation) {
        var list = operation.operands();
        int bits = operation.type().bits();
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operation.type());
        int b = operands.row(list.get(2), operation.type());
        int position = operands.row(list.get(3), PtxType.U32);
        int length = operands.row(list.get(4), PtxType.U32);
        code.set(Op.BIT_INSERT, d, a, b, position, length, bits);
    }

    private void convertAddress(Operation operation, int op) {
        var list = operation.operands();
        int d = operands.destination(list.getFirst());
        long base =
                switch (operation.modifiers().or(StateSpace.GENERIC)) {
                    case SHARED, SHARED_CTA, SHARED_CLUSTER -> AddressSpace.SHARED;
                    case LOCAL -> AddressSpace.LOCAL;
                    case PARAM, PARAM_ENTRY -> AddressSpace.PARAM;
                    case GLOBAL, CONST -> 0;
                    case PARAM_FUNC, REG, SREG, TEX, GENERIC ->
                            throw new UnsupportedInstructionException(
                                    "state space is not supported");
                };
        var inFrame = operands.frameOffset(list.get(1));
        if (inFrame.isPresent() && base == AddressSpace.LOCAL && op == Op.ADD64) {
            int window = (int) (base >>> Integer.SIZE);
            code.set(Op.FRAME_ADDRESS, d, 0, 0, 0, inFrame.getAsInt(), window);
            return;
        }
        int a = operands.row(list.get(1), operation.type());
        if (base == 0) {
            code.set(Op.MOVE, d, a, 0, 0, 0, 0);
        } else {
            code.set(op, d, a, operands.constant(base), 0, 0, 0);
        }
    }

    private void clusterRank(Operation operation) {
        var list = operation.operands();
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), operation.type());
        var own = new SpecialRegister(SpecialRegister.Name.CLUSTER_CTARANK, 0);
        int rank = operands.row(own, PtxType.U32);
        int function = code.function((address, ofCta, _) -> SharedWindow.rank(address, ofCta));
        code.set(Op.LANE_FUNCTION, d, a, rank, operands.constant(0), function, 0);
    }

    private void isSpace(Operation operation) {
        var list = operation.operands();
        int p = operands.predicateDestination(list.getFirst());
        int a = operands.row(list.get(1), PtxType.U64);
        int space = MemoryDecoder.space(operation.modifiers().or(StateSpace.GENERIC));
        code.set(Op.IS_SPACE, p, a, 0, 0, space, 0);
    }

    private void carry(Operation operation) {
        var list = operation.operands();
        var type = operation.type();
        var opcode = operation.opcode();
        int kind = type.bits() == Long.SIZE ? CarryArithmetic.WIDE : 0;
        kind |= type.isSigned() ? CarryArithmetic.SIGNED : 0;
        kind |= operation.modifiers().has(Flag.CC) ? CarryArithmetic.OUT : 0;
        kind |= opcode == Opcode.SUB || opcode == Opcode.SUBC ? CarryArithmetic.SUBTRACTS : 0;
        if (opcode == Opcode.MAD || opcode == Opcode.MADC) {
            boolean high = operation.modifiers().or(ProductPart.LO) == ProductPart.HI;
            kind |= CarryArithmetic.MULTIPLIES | (high ? CarryArithmetic.HIGH : 0);
        }
        if (opcode == Opcode.ADDC || opcode == Opcode.SUBC || opcode == Opcode.MADC) {
            kind |= CarryArithmetic.IN;
        }
        int d = operands.destination(list.getFirst());
        int a = operands.row(list.get(1), type);
        int b = operands.row(list.get(2), type);
        int c = list.size() > 3 ? operands.row(list.get(3), type) : 0;
        code.set(Op.CARRY, d, a, b, c, kind, 0);
    }
}
