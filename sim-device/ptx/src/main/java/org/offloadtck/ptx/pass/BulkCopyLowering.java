package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Separates the completion of bulk copies that an `mbarrier` counts (PTX ISA 9.0 §9.7.9.25.4): the
/// copy keeps its opcode and loses the operand of the `mbarrier`, and an `mbarrier.complete_tx`
/// follows. The copy completes immediately, which PTX permits.
///
/// Requirement: SD-34.
public final class BulkCopyLowering {

    /// The place of the `mbarrier` among the operands.
    private static final int MBARRIER = 3;

    private BulkCopyLowering() {}

    /// The function whose bulk copies have no `mbarrier`.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function, BulkCopyLowering::countsBytes, BulkCopyLowering::separate);
    }

    private static boolean countsBytes(Operation operation) {
        return switch (operation.opcode()) {
            case CP_ASYNC_BULK_LOAD,
                    CP_ASYNC_BULK_MULTICAST,
                    CP_ASYNC_BULK_SHARE,
                    CP_REDUCE_ASYNC_BULK_SHARE ->
                    true;
            default -> false;
        };
    }

    private static void separate(Operation copy, FunctionRewriter rewriter) {
        var rest = new ArrayList<>(copy.operands());
        var mbarrier = rest.remove(MBARRIER);
        rewriter.add(
                new Operation(
                        copy.opcode(), copy.modifiers(), rest, copy.guard(), copy.location()));
        rewriter.add(
                copy,
                Opcode.MBARRIER_COMPLETE_TX,
                List.of(StateSpace.SHARED_CLUSTER, PtxType.B64),
                copy.guard(),
                mbarrier,
                copy.operands().get(2));
    }
}
