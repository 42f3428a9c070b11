package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.modifier.WarpMode.LaunchCoordinate;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces `clusterlaunchcontrol` (PTX ISA 8.6 §9.7.13.17).
///
/// A request finds no cluster that it may cancel: PTX lets each request fail, and the CTAs that are
/// left then start as without it. The response, whose bits PTX leaves open, is four words here: one
/// that is not 0 if a cluster was cancelled, and the coordinates of its first CTA. It is stored as
/// a vector, and an `mbarrier.complete_tx` of its bytes follows.
public final class LaunchControlLowering {

    private static final int RESPONSE_BYTES = 16;

    private final Operation operation;
    private final FunctionRewriter rewriter;

    private LaunchControlLowering(Operation operation, FunctionRewriter rewriter) {
        this.operation = operation;
        this.rewriter = rewriter;
    }

    /// The function without these instructions. A query whose result is no vector of four is kept.
    public static Function lower(Function function) {
        int ranks = BulkCopyLowering.ranks(function);
        return FunctionRewriter.rewrite(
                function,
                LaunchControlLowering::isReplaced,
                (operation, rewriter) ->
                        new LaunchControlLowering(operation, rewriter).replace(ranks));
    }

    private static boolean isReplaced(Operation operation) {
        return switch (operation.opcode()) {
            case CLUSTERLAUNCHCONTROL_TRY_CANCEL,
                    CLUSTERLAUNCHCONTROL_TRY_CANCEL_MULTICAST,
                    CLUSTERLAUNCHCONTROL_IS_CANCELED,
                    CLUSTERLAUNCHCONTROL_FIRST_COORDINATE ->
                    true;
            case CLUSTERLAUNCHCONTROL_FIRST_CTAID ->
                    operation.operands().getFirst() instanceof Operand.Vector(var elements)
                            && elements.size() == 4;
            default -> false;
        };
    }

    private void replace(int ranks) {
        switch (operation.opcode()) {
            case CLUSTERLAUNCHCONTROL_TRY_CANCEL ->
                    respond(operation.guard(), StateSpace.SHARED_CTA, operand(0), operand(1));
            case CLUSTERLAUNCHCONTROL_TRY_CANCEL_MULTICAST -> respondToAll(ranks);
            case CLUSTERLAUNCHCONTROL_IS_CANCELED ->
                    add(
                            Opcode.SETP,
                            List.of(ComparisonOperator.NE, PtxType.U32),
                            operand(0),
                            word(0),
                            number(0));
            case CLUSTERLAUNCHCONTROL_FIRST_COORDINATE -> put(operand(0), coordinateWord());
            default -> coordinates();
        }
    }

    private int coordinateWord() {
        return switch (operation.modifiers().get(LaunchCoordinate.class)) {
            case X -> 1;
            case Y -> 2;
            case Z -> 3;
        };
    }

    /// The fourth number of the result is not specified.
    private void coordinates() {
        var results = ((Operand.Vector) operand(0)).elements();
        for (int i = 0; i < 3; i++) {
            put(results.get(i), 1 + i);
        }
        if (results.getLast() instanceof Register last) {
            add(Opcode.MOV, List.of(PtxType.B32), last, number(0));
        }
    }

    private void put(Operand result, int index) {
        if (result instanceof Register) {
            add(Opcode.MOV, List.of(PtxType.B32), result, word(index));
        }
    }

    /// A word of the response.
    private Register word(int index) {
        var low = rewriter.register("%response", PtxType.B64);
        var high = rewriter.register("%response", PtxType.B64);
        var both = new Operand.Vector(List.of(low, high));
        add(Opcode.MOV, List.of(PtxType.B128), both, operand(1));
        var lower = rewriter.register("%word", PtxType.B32);
        var upper = rewriter.register("%word", PtxType.B32);
        var words = new Operand.Vector(List.of(lower, upper));
        add(Opcode.MOV, List.of(PtxType.B64), words, index < 2 ? low : high);
        return index % 2 == 0 ? lower : upper;
    }

    private void respondToAll(int ranks) {
        var held = rewriter.register("%ranks", PtxType.B32);
        always(Opcode.MOV, List.of(PtxType.U32), held, number(0));
        var size = new SpecialRegister(SpecialRegister.Name.CLUSTER_NCTARANK, 0);
        add(Opcode.MOV, List.of(PtxType.U32), held, size);
        for (int rank = 0; rank < ranks; rank++) {
            var exists = rewriter.register("%exists", PtxType.PRED);
            List<Modifier> isGreater = List.of(ComparisonOperator.GT, PtxType.U32);
            always(Opcode.SETP, isGreater, exists, held, number(rank));
            respond(
                    new Guard.When(exists),
                    StateSpace.SHARED_CLUSTER,
                    mapped(operand(0), rank),
                    mapped(operand(1), rank));
        }
    }

    private Operand mapped(Operand place, int rank) {
        return BulkCopyLowering.mapped(operation, rewriter, (Operand.Memory) place, rank);
    }

    private void respond(Guard guard, StateSpace space, Operand place, Operand mbarrier) {
        var nothing = new Operand.Vector(List.of(number(0), number(0)));
        rewriter.add(
                operation,
                Opcode.ST,
                List.of(space, VectorWidth.V2, PtxType.B64),
                guard,
                place,
                nothing);
        rewriter.add(
                operation,
                Opcode.MBARRIER_COMPLETE_TX,
                List.of(StateSpace.SHARED_CLUSTER, PtxType.B64),
                guard,
                mbarrier,
                number(RESPONSE_BYTES));
    }

    private Operand operand(int index) {
        return operation.operands().get(index);
    }

    private static Operand number(long value) {
        return new Immediate.Int64(value);
    }

    private void always(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(operation, opcode, modifiers, Guard.Always.ALWAYS, operands);
    }

    private void add(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(operation, opcode, modifiers, operation.guard(), operands);
    }
}
