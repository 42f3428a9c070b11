package org.offloadtck.simt.image;

import java.util.List;
import org.offloadtck.ptx.ir.AtomicOperation;
import org.offloadtck.ptx.ir.BooleanOperator;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Opcode;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxType;
import org.offloadtck.ptx.ir.ShuffleMode;
import org.offloadtck.ptx.ir.VoteMode;

/// Decodes what several lanes do together: barriers, shuffles, votes, matches (PTX ISA §9.7.13,
/// §9.7.9.6).
final class CollectiveDecoder {

    private final Operands operands;
    private final CodeBuilder code;

    CollectiveDecoder(Operands operands, CodeBuilder code) {
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
            case BAR_RED, BARRIER_RED, BAR_RED_POPC, BARRIER_RED_POPC -> barrierReduce(operation);
            case BAR_WARP_SYNC -> code.set(Op.WARP_BARRIER, 0, 0, number(list.getFirst()), 0, 0, 0);
            case SHFL -> shuffle(operation);
            case VOTE, VOTE_BALLOT -> vote(operation);
            case MATCH_ALL, MATCH_ANY -> match(operation);
            case REDUX -> reduce(operation);
            default -> throw new IllegalStateException(operation.opcode().name());
        }
    }

    private int number(Operand operand) {
        return operands.row(operand, PtxType.U32);
    }

    /// The row of the optional thread count before operand `last`; a row of zeros without one.
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
        int kind = counts ? Collective.COUNT : booleanKind(operation);
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
            case AND -> Collective.ALL;
            case OR -> Collective.ANY;
            case XOR -> throw new Undecodable("reduction by .xor is not supported");
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
                switch (operation.modifiers().get(ShuffleMode.class)) {
                    case UP -> Collective.UP;
                    case DOWN -> Collective.DOWN;
                    case BFLY -> Collective.BUTTERFLY;
                    case IDX -> Collective.INDEXED;
                };
        int operandsOfLane = code.list(number(list.get(2)), number(list.get(3)), p);
        int value = operands.row(list.get(1), operation.type());
        code.set(Op.SHUFFLE, d, value, mask(list, 4), operandsOfLane, mode, unmasked(list, 4));
    }

    private void vote(Operation operation) {
        var list = operation.operands();
        boolean ballot = operation.opcode() == Opcode.VOTE_BALLOT;
        int kind = ballot ? Collective.BALLOT : voteKind(operation);
        int d =
                ballot
                        ? operands.destination(list.getFirst())
                        : operands.predicateDestination(list.getFirst());
        int condition = operands.predicate(list.get(1));
        code.set(Op.VOTE, d, 0, mask(list, 2), condition, kind, unmasked(list, 2));
    }

    /// The row of the mask, the operand at `index`, if there is one.
    private int mask(List<Operand> list, int index) {
        return index < list.size() ? number(list.get(index)) : operands.constant(0);
    }

    private static int unmasked(List<Operand> list, int index) {
        return index < list.size() ? 0 : Collective.UNMASKED;
    }

    private static int voteKind(Operation operation) {
        return switch (operation.modifiers().get(VoteMode.class)) {
            case ALL -> Collective.ALL;
            case ANY -> Collective.ANY;
            case UNI -> Collective.UNIFORM;
            case BALLOT -> Collective.BALLOT;
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
        int kind = operation.opcode() == Opcode.MATCH_ALL ? Collective.ALL : Collective.ANY;
        int value = operands.row(list.get(1), operation.type());
        code.set(Op.MATCH, d, value, number(list.get(2)), p, kind, 0);
    }

    private void reduce(Operation operation) {
        var list = operation.operands();
        var type = operation.type();
        var function = Atomics.function(operation.modifiers().get(AtomicOperation.class), type);
        int d = operands.destination(list.getFirst());
        int value = operands.row(list.get(1), type);
        code.set(Op.WARP_REDUCE, d, value, number(list.get(2)), 0, code.function(function), 0);
    }
}
