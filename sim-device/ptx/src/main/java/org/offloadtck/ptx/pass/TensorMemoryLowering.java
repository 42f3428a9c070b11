package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
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
                    arrive(operation, rewriter, operation.guard(), mbarrier(operation, rewriter));
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

    /// The object of a commit in shared memory of the cluster. The low half of a generic address is
    /// one of shared memory, which programs give to a commit that states no space, too.
    private static Operand.Memory mbarrier(Operation commit, FunctionRewriter rewriter) {
        var place = (Operand.Memory) commit.operands().getFirst();
        if (!(place.base() instanceof Register register) || register.type().bits() != Long.SIZE) {
            return place;
        }
        var offset = rewriter.register("%tensor", PtxType.B32);
        rewriter.add(
                commit,
                Opcode.CVT,
                List.of(PtxType.U32, PtxType.U64),
                commit.guard(),
                offset,
                register);
        return new Operand.Memory(offset, place.offset());
    }

    private static void arrive(
            Operation commit, FunctionRewriter rewriter, Guard guard, Operand mbarrier) {
        rewriter.add(
                commit,
                Opcode.MBARRIER_ARRIVE,
                List.of(StateSpace.SHARED_CLUSTER, PtxType.B64),
                guard,
                Operand.Sink.SINK,
                mbarrier);
    }

    private static void multicast(Operation commit, FunctionRewriter rewriter, int ranks) {
        var mask = BulkCopyLowering.mask(commit, rewriter, commit.operands().get(1));
        var mbarrier = mbarrier(commit, rewriter);
        for (var signal : BulkCopyLowering.signals(commit, rewriter, mask, mbarrier, ranks)) {
            arrive(commit, rewriter, signal.guard(), signal.mbarrier());
        }
    }
}
