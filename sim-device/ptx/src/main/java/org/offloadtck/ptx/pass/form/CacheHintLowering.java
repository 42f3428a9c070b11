package org.offloadtck.ptx.pass.form;

import java.util.ArrayList;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.CacheHint.Policy;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.pass.FunctionRewriter;

/// Removes the cache policies of memory instructions, `.L2::cache_hint` and the last operand or
/// that before a byte mask: they affect performance only (PTX ISA §9.7.9.2).
public final class CacheHintLowering {

    private CacheHintLowering() {}

    /// The function without cache policies.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                CacheHintLowering::hasPolicy,
                (operation, rewriter) -> rewriter.add(withoutPolicy(operation)));
    }

    private static boolean hasPolicy(Operation operation) {
        return operation.modifiers().written().contains(Policy.CACHE_HINT);
    }

    private static Operation withoutPolicy(Operation operation) {
        var modifiers = new ArrayList<Modifier>(operation.modifiers().written());
        modifiers.remove(Policy.CACHE_HINT);
        var operands = new ArrayList<>(operation.operands());
        operands.remove(operands.size() - (operation.modifiers().has(Flag.CP_MASK) ? 2 : 1));
        return new Operation(
                operation.opcode(),
                new Modifiers(modifiers),
                operands,
                operation.guard(),
                operation.location());
    }
}
