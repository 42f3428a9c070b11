package org.offloadtck.ptx.pass.form;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.FunctionRewriter;

/// Replaces `mov.v2` and `mov.v4` by a `mov` of each element. All are read before one is written.
public final class VectorMoveLowering {

    private VectorMoveLowering() {}

    /// The function without moves of vectors.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function, VectorMoveLowering::isVectorMove, VectorMoveLowering::replace);
    }

    private static boolean isVectorMove(Operation operation) {
        return operation.opcode() == Opcode.MOV
                && operation.modifiers().written().stream().anyMatch(VectorWidth.class::isInstance);
    }

    private static void replace(Operation move, FunctionRewriter rewriter) {
        var type = move.type();
        var held = new ArrayList<Operand>();
        for (var element : elements(move.operands().get(1))) {
            held.add(rewriter.register("%moved", type));
            add(move, rewriter, type, held.getLast(), element);
        }
        var targets = elements(move.operands().getFirst());
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i) != Operand.Sink.SINK) {
                add(move, rewriter, type, targets.get(i), held.get(i));
            }
        }
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector(var elements) ? elements : List.of(operand);
    }

    private static void add(
            Operation move, FunctionRewriter rewriter, PtxType type, Operand to, Operand from) {
        rewriter.add(move, Opcode.MOV, List.<Modifier>of(type), move.guard(), to, from);
    }
}
