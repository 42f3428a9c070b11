package org.offloadtck.checks.racecheck;

import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.MemorySemantics.Proxy;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// What an instruction means to the async proxy ([AsyncProxy]).
sealed interface AsyncProxyInstruction {

    /// Nothing.
    record None() implements AsyncProxyInstruction {}

    /// `fence.proxy.async` for shared memory.
    record ProxyFence() implements AsyncProxyInstruction {}

    /// A test of the phase of an `mbarrier`.
    record PhaseTest() implements AsyncProxyInstruction {}

    /// A store or reduction that an `mbarrier` counts.
    record AsyncStore(Effect effect) implements AsyncProxyInstruction {}

    /// Bytes of the copy before it become transactions of an `mbarrier`.
    record Count() implements AsyncProxyInstruction {}

    /// An arrival at an `mbarrier` that commits operations of tensor cores, as
    /// [org.offloadtck.ptx.pass.TensorMemoryLowering] leaves it.
    record CommitTensorOperations() implements AsyncProxyInstruction {}

    /// The copies of the thread since the last group become a bulk group.
    record CommitGroup() implements AsyncProxyInstruction {}

    /// A wait for the bulk groups of the thread.
    ///
    /// @param pending bulk groups that may remain
    record WaitGroup(long pending) implements AsyncProxyInstruction {}

    /// A wait for the sources of the bulk groups of the thread.
    ///
    /// @param pending bulk groups that may remain
    record WaitGroupRead(long pending) implements AsyncProxyInstruction {}

    /// The matrix products of the warp since the last group become a group.
    record CommitProducts() implements AsyncProxyInstruction {}

    /// A wait for the groups of matrix products of the warp.
    ///
    /// @param pending groups that may remain
    record WaitProducts(long pending) implements AsyncProxyInstruction {}

    static AsyncProxyInstruction of(Instruction instruction) {
        if (!(instruction instanceof Instruction.Operation operation)) {
            return new None();
        }
        return switch (operation.opcode()) {
            case FENCE_PROXY -> fence(operation);
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> new PhaseTest();
            case MBARRIER_COMPLETE_TX -> new Count();
            case MBARRIER_ARRIVE -> arrival(operation);
            case ST_ASYNC -> new AsyncStore(Effect.REPLACES);
            case RED_ASYNC -> new AsyncStore(Effect.REDUCES);
            case CP_ASYNC_BULK_COMMIT_GROUP -> new CommitGroup();
            case CP_ASYNC_BULK_WAIT_GROUP -> new WaitGroup(groups(operation.operands().getFirst()));
            case CP_ASYNC_BULK_WAIT_GROUP_READ ->
                    new WaitGroupRead(groups(operation.operands().getFirst()));
            case WGMMA_COMMIT_GROUP -> new CommitProducts();
            case WGMMA_WAIT_GROUP -> new WaitProducts(groups(operation.operands().getFirst()));
            default -> new None();
        };
    }

    private static AsyncProxyInstruction arrival(Instruction.Operation arrival) {
        return arrival.modifiers().or(StateSpace.GENERIC) == StateSpace.SHARED_CLUSTER
                ? new CommitTensorOperations()
                : new None();
    }

    private static AsyncProxyInstruction fence(Instruction.Operation fence) {
        boolean isAsync = fence.modifiers().get(Proxy.class) == Proxy.ASYNC;
        boolean isOfShared = fence.modifiers().or(StateSpace.GENERIC) != StateSpace.GLOBAL;
        return isAsync && isOfShared ? new ProxyFence() : new None();
    }

    private static long groups(Operand operand) {
        return operand instanceof Immediate number ? number.bits(PtxType.U32) : 0;
    }
}
