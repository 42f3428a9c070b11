package org.offloadtck.ptx.pass.form;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.FunctionRewriter;

/// Replaces the asynchronous stores and reductions of global memory that no `mbarrier` counts (PTX
/// ISA 8.7 §9.7.9.13 and §9.7.13.8) by those that are performed at once.
public final class AsyncReleaseLowering {

    private AsyncReleaseLowering() {}

    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                AsyncReleaseLowering::isReplaced,
                (operation, rewriter) -> rewriter.add(atOnce(operation)));
    }

    private static boolean isReplaced(Operation operation) {
        return operation.opcode() == Opcode.ST_ASYNC_RELEASE
                || operation.opcode() == Opcode.RED_ASYNC_RELEASE;
    }

    private static Operation atOnce(Operation operation) {
        boolean stores = operation.opcode() == Opcode.ST_ASYNC_RELEASE;
        List<Modifier> modifiers =
                operation.modifiers().written().stream()
                        .filter(each -> each != MemorySemantics.MMIO)
                        .toList();
        return new Operation(
                stores ? Opcode.ST : Opcode.RED,
                new Modifiers(modifiers),
                operation.operands(),
                operation.guard(),
                operation.location());
    }
}
