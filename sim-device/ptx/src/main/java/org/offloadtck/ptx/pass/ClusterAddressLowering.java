package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces `getctarank` and `mapa` (PTX ISA 9.0 §9.7.9.23 and .24) by moves. A CTA is a cluster of
/// its own, so its rank is 0 and an address of rank 0 is the address itself. A `mapa` remains for
/// the threads that ask for another rank: it is not simulated.
///
/// Requirement: SD-33.
public final class ClusterAddressLowering {

    private static final Immediate FIRST_RANK = new Immediate.Int64(0);

    private ClusterAddressLowering() {}

    /// The function without addresses in clusters.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                operation ->
                        operation.opcode() == Opcode.GETCTARANK
                                || operation.opcode() == Opcode.MAPA,
                ClusterAddressLowering::replace);
    }

    private static void replace(Operation operation, FunctionRewriter rewriter) {
        var list = operation.operands();
        if (operation.opcode() == Opcode.GETCTARANK) {
            rewriter.add(
                    operation,
                    Opcode.MOV,
                    List.of(PtxType.B32),
                    operation.guard(),
                    list.getFirst(),
                    FIRST_RANK);
            return;
        }
        var isOther = rewriter.register("%rank", PtxType.PRED);
        rewriter.add(
                operation,
                Opcode.SETP,
                List.of(ComparisonOperator.NE, BooleanOperator.AND, PtxType.U32),
                Guard.Always.ALWAYS,
                isOther,
                list.get(2),
                FIRST_RANK,
                FunctionRewriter.condition(operation.guard()));
        rewriter.add(
                new Operation(
                        Opcode.MAPA,
                        operation.modifiers(),
                        list,
                        new Guard.When(isOther),
                        operation.location()));
        rewriter.add(
                operation,
                Opcode.MOV,
                List.of(operation.type()),
                operation.guard(),
                list.getFirst(),
                list.get(1));
    }
}
