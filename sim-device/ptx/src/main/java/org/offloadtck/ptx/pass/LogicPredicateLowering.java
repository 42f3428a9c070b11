package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces each `lop3` with a predicate result, `lop3.or.b32 d|p, a, b, c, table, q`, by a `lop3`
/// and a comparison: `p` is `d != 0`, combined with `q` (PTX ISA 9.0 §9.7.8.6).
public final class LogicPredicateLowering {

    private LogicPredicateLowering() {}

    /// The function without predicate results of `lop3`.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function, LogicPredicateLowering::hasPredicate, LogicPredicateLowering::replace);
    }

    private static boolean hasPredicate(Operation operation) {
        return operation.opcode() == Opcode.LOP3
                && operation.operands().getFirst() instanceof Operand.Pair;
    }

    private static void replace(Operation logic, FunctionRewriter rewriter) {
        var list = logic.operands();
        var results = (Operand.Pair) list.getFirst();
        var value =
                results.first() == Operand.Sink.SINK
                        ? rewriter.register("%logic", PtxType.B32)
                        : results.first();
        rewriter.add(
                logic,
                Opcode.LOP3,
                List.of(logic.type()),
                logic.guard(),
                value,
                list.get(1),
                list.get(2),
                list.get(3),
                list.get(4));
        rewriter.add(
                logic,
                Opcode.SETP,
                List.of(
                        ComparisonOperator.NE,
                        logic.modifiers().get(BooleanOperator.class),
                        logic.type()),
                logic.guard(),
                results.second(),
                value,
                new Immediate.Int64(0),
                list.get(5));
    }
}
