package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces an atomic on a vector by one atomic for each element: PTX guarantees atomicity for
/// elements only (PTX ISA §9.7.13.5, `atom`). Results are moved to their registers after the last
/// atomic, since a result register may also be an operand.
public final class VectorAtomicLowering {

    private VectorAtomicLowering() {}

    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function, VectorAtomicLowering::isOnVector, VectorAtomicLowering::put);
    }

    private static boolean isOnVector(Operation operation) {
        boolean atomic = operation.opcode() == Opcode.ATOM || operation.opcode() == Opcode.RED;
        return atomic
                && operation.modifiers().written().stream().anyMatch(VectorWidth.class::isInstance)
                && operation.operands().getLast() instanceof Operand.Vector;
    }

    private static void put(Operation atomic, FunctionRewriter rewriter) {
        var operands = atomic.operands();
        var values = elements(operands.getLast());
        var results =
                operands.getFirst() instanceof Operand.Vector(var list) ? list : List.<Operand>of();
        var place = operands.get(operands.size() - 2);
        var type = atomic.type();
        var held = new ArrayList<Operand>();
        for (var result : results) {
            held.add(
                    result instanceof Register
                            ? rewriter.register("%combined", bits(type))
                            : result);
        }
        for (int e = 0; e < values.size(); e++) {
            var list = new ArrayList<Operand>();
            if (!held.isEmpty()) {
                list.add(held.get(e));
            }
            list.add(FunctionRewriter.offsetBy(place, e * type.bytes()));
            list.add(values.get(e));
            rewriter.add(like(atomic, atomic.opcode(), ofElement(atomic), list));
        }
        for (int e = 0; e < results.size(); e++) {
            if (results.get(e) instanceof Register result) {
                var move = new Modifiers(List.of(bits(type)));
                rewriter.add(like(atomic, Opcode.MOV, move, List.of(result, held.get(e))));
            }
        }
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector(var list) ? list : List.of(operand);
    }

    private static Modifiers ofElement(Operation atomic) {
        List<Modifier> scalar =
                atomic.modifiers().written().stream()
                        .filter(modifier -> !(modifier instanceof VectorWidth))
                        .toList();
        return new Modifiers(scalar);
    }

    private static Operation like(
            Operation atomic, Opcode opcode, Modifiers modifiers, List<Operand> operands) {
        return new Operation(opcode, modifiers, operands, atomic.guard(), atomic.location());
    }

    private static PtxType bits(PtxType type) {
        return type.bits() == Short.SIZE ? PtxType.B16 : PtxType.B32;
    }
}
