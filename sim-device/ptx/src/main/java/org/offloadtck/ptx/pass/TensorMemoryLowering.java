package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Separates the accesses of memory from instructions on tensor memory (PTX ISA 9.0 §9.7.16).
///
/// `tcgen05.alloc` has the register of the address as its first operand instead of a place in
/// shared memory, and a store of lane 0 follows. `tcgen05.commit` becomes arrivals at `mbarrier`
/// objects: the operations that it waits for are complete before the next instruction.
public final class TensorMemoryLowering {

    private TensorMemoryLowering() {}

    public static Function lower(Function function) {
        int ranks = BulkCopyLowering.ranks(function);
        return FunctionRewriter.rewrite(
                function,
                TensorMemoryLowering::isReplaced,
                (operation, rewriter) -> replace(operation, rewriter, ranks));
    }

    private static boolean isReplaced(Operation operation) {
        return switch (operation.opcode()) {
            case TCGEN05_ALLOC, TCGEN05_COMMIT, TCGEN05_COMMIT_MULTICAST -> true;
            default -> false;
        };
    }

    private static void replace(Operation operation, FunctionRewriter rewriter, int ranks) {
        switch (operation.opcode()) {
            case TCGEN05_ALLOC -> allocate(operation, rewriter);
            case TCGEN05_COMMIT ->
                    arrive(
                            operation,
                            rewriter,
                            operation.guard(),
                            operation.operands().getFirst(),
                            operation.modifiers().or(StateSpace.GENERIC));
            default -> multicast(operation, rewriter, ranks);
        }
    }

    private static void allocate(Operation allocation, FunctionRewriter rewriter) {
        var address = rewriter.register("%tensor", PtxType.B32);
        var isFirst = rewriter.register("%tensor", PtxType.PRED);
        rewriter.add(
                allocation,
                Opcode.TCGEN05_ALLOC,
                List.of(allocation.modifiers().get(CtaGroup.class), PtxType.B32),
                allocation.guard(),
                address,
                allocation.operands().get(1));
        rewriter.add(
                allocation,
                Opcode.SETP,
                List.of(ComparisonOperator.EQ, BooleanOperator.AND, PtxType.U32),
                Guard.Always.ALWAYS,
                isFirst,
                new SpecialRegister(SpecialRegister.Name.LANEID, 0),
                new Immediate.Int64(0),
                FunctionRewriter.condition(allocation.guard()));
        var space = allocation.modifiers().or(StateSpace.GENERIC);
        rewriter.add(
                allocation,
                Opcode.ST,
                space == StateSpace.GENERIC
                        ? List.of(PtxType.B32)
                        : List.of(StateSpace.SHARED, PtxType.B32),
                new Guard.When(isFirst),
                allocation.operands().getFirst(),
                address);
    }

    private static void arrive(
            Operation commit,
            FunctionRewriter rewriter,
            Guard guard,
            Operand mbarrier,
            StateSpace space) {
        List<Modifier> modifiers =
                space == StateSpace.GENERIC ? List.of(PtxType.B64) : List.of(space, PtxType.B64);
        rewriter.add(commit, Opcode.MBARRIER_ARRIVE, modifiers, guard, Operand.Sink.SINK, mbarrier);
    }

    private static void multicast(Operation commit, FunctionRewriter rewriter, int ranks) {
        var mask = BulkCopyLowering.mask(commit, rewriter, commit.operands().get(1));
        var mbarrier = (Operand.Memory) commit.operands().getFirst();
        for (var signal : BulkCopyLowering.signals(commit, rewriter, mask, mbarrier, ranks)) {
            arrive(
                    commit,
                    rewriter,
                    signal.guard(),
                    signal.mbarrier(),
                    commit.modifiers().or(StateSpace.GENERIC));
        }
    }
}
