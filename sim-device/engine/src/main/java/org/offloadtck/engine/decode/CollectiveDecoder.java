package org.offloadtck.engine.decode;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.CollectiveKind;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.AtomicFunctions;
import org.offloadtck.engine.decode.arithmetic.FloatReduction;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.WarpMode;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Decodes collective instructions: barriers, shuffles, votes, matches, warp reductions (PTX ISA
/// §9.7.13, §9.7.9.6).
final class CollectiveDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    CollectiveDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        var list = operation.operands();
        switch (operation.opcode()) {
            case ACTIVEMASK ->
                    code.set(Op.ACTIVE_MASK, operands.destination(list.getFirst()), 0, 0, 0, 0, 0);
            case NANOSLEEP -> code.set(Op.SLEEP, 0, number(list.getFirst()), 0, 0, 0, 0);
            case BAR_SYNC, BARRIER_SYNC ->
                    code.set(Op.BARRIER, 0, number(list.getFirst()), count(list, 1, 2), 0, 0, 0);
            case BAR_ARRIVE, BARRIER_ARRIVE ->
                    code.set(
                            Op.BARRIER_ARRIVE,
                            0,
                            number(list.getFirst()),
                            number(list.get(1)),
                            0,
                            0,
                            0);
            case BARRIER_CLUSTER_ARRIVE -> code.set(Op.CLUSTER_ARRIVE, 0, 0, 0, 0, 0, 0);
            case BARRIER_CLUSTER_WAIT -> code.set(Op.CLUSTER_WAIT, 0, 0, 0, 0, 0, 0);
            case BAR_RED, BARRIER_RED, BAR_RED_POPC, BARRIER_RED_POPC -> barrierReduce(operation);
            case BAR_WARP_SYNC -> code.set(Op.WARP_BARRIER, 0, 0, number(list.getFirst()), 0, 0, 0);
            case SHFL -> shuffle(operation);
            case VOTE, VOTE_BALLOT -> vote(operation);
            case MATCH_ALL, MATCH_ANY -> match(operation);
            case ELECT -> elect(operation);
            case REDUX -> reduce(operation);
            default -> throw new IllegalStateException(operation.opcode().name());
        }
    }

    private int number(Operand operand) {
        return operands.row(operand, PtxType.U32);
    }

    /// The row of the optional thread count before operand `last`; a row of zeros if it is absent.
    private int count(List<Operand> list, int index, int last) {
        return list.size() >= last ? number(list.get(index)) : operands.constant(0);
    }

    private void barrierReduce(Operation operation) {
        var list = operation.operands();
        boolean counts =
                operation.opcode() == Opcode.BAR_RED_POPC
                        || operation.opcode() == Opcode.BARRIER_RED_POPC;
        int d =
                counts
                        ? operands.destination(list.getFirst())
                        : operands.predicateDestination(list.getFirst());
        int kind = counts ? CollectiveKind.COUNT : booleanKind(operation);
        code.set(
                Op.BARRIER_REDUCE,
                d,
                number(list.get(1)),
                count(list, 2, 4),
                operands.predicate(list.getLast()),
                kind,
                0);
    }

    private static int booleanKind(Operation operation) {
        return switch (operation.modifiers().get(BooleanOperator.class)) {
            case AND -> CollectiveKind.ALL;
            case OR -> CollectiveKind.ANY;
            case XOR ->
                    throw new UnsupportedInstructionException("reduction by .xor is not supported");
        };
    }

    private void shuffle(Operation operation) {
        var list = operation.operands();
        var first = list.getFirst();
        boolean pair = first instanceof Operand.Pair;
        int d = operands.destination(pair ? ((Operand.Pair) first).first() : first);
        int p =
                pair
                        ? operands.predicateDestination(((Operand.Pair) first).second())
                        : ~Code.SINK_PREDICATE;
        int mode =
                switch (operation.modifiers().get(WarpMode.Shuffle.class)) {
                    case UP -> CollectiveKind.UP;
                    case DOWN -> CollectiveKind.DOWN;
                    case BFLY -> CollectiveKind.BUTTERFLY;
                    case IDX -> CollectiveKind.INDEXED;
                };
        int operandsOfLane = code.list(number(list.get(2)), number(list.get(3)), p);
        int value = operands.row(list.get(1), operation.type());
        code.set(Op.SHUFFLE, d, value, mask(list, 4), operandsOfLane, mode, unmasked(list, 4));
    }

    private void vote(Operation operation) {
        var list = operation.operands();
        boolean ballot = operation.opcode() == Opcode.VOTE_BALLOT;
        int kind = ballot ? CollectiveKind.BALLOT : voteKind(operation);
        int d =
                ballot
                        ? operands.destination(list.getFirst())
                        : operands.predicateDestination(list.getFirst());
        int condition = operands.predicate(list.get(1));
        code.set(Op.VOTE, d, 0, mask(list, 2), condition, kind, unmasked(list, 2));
    }

    /// The row of the lane mask, the operand at `index`; a row of zeros if it is absent.
    private int mask(List<Operand> list, int index) {
        return index < list.size() ? number(list.get(index)) : operands.constant(0);
    }

    private static int unmasked(List<Operand> list, int index) {
        return index < list.size() ? 0 : CollectiveKind.UNMASKED;
    }

    private static int voteKind(Operation operation) {
        return switch (operation.modifiers().get(WarpMode.Vote.class)) {
            case ALL -> CollectiveKind.ALL;
            case ANY -> CollectiveKind.ANY;
            case UNI -> CollectiveKind.UNIFORM;
            case BALLOT -> CollectiveKind.BALLOT;
        };
    }

    private void match(Operation operation) {
        var list = operation.operands();
        var first = list.getFirst();
        boolean pair = first instanceof Operand.Pair;
        int d = operands.destination(pair ? ((Operand.Pair) first).first() : first);
        int p =
                pair
                        ? operands.predicateDestination(((Operand.Pair) first).second())
                        : ~Code.SINK_PREDICATE;
        int kind = operation.opcode() == Opcode.MATCH_ALL ? CollectiveKind.ALL : CollectiveKind.ANY;
        int value = operands.row(list.get(1), operation.type());
        code.set(Op.MATCH, d, value, number(list.get(2)), p, kind, 0);
    }

    private void elect(Operation operation) {
        var list = operation.operands();
        var results = (Operand.Pair) list.getFirst();
        code.set(
                Op.MATCH,
                operands.destination(results.first()),
                operands.constant(0),
                number(list.get(1)),
                operands.predicateDestination(results.second()),
                CollectiveKind.FIRST,
                0);
    }

    private void reduce(Operation operation) {
        var list = operation.operands();
        var type = operation.type();
        var kind = operation.modifiers().get(AtomicOperation.class);
        var function =
                type == PtxType.F32
                        ? FloatReduction.of(operation)
                        : AtomicFunctions.function(kind, type);
        int d = operands.destination(list.getFirst());
        int value = operands.row(list.get(1), type);
        int applied = type == PtxType.F32 ? CollectiveKind.IDEMPOTENT : 0;
        int mask = number(list.get(2));
        code.set(Op.WARP_REDUCE, d, value, mask, 0, code.function(function), applied);
    }
}
