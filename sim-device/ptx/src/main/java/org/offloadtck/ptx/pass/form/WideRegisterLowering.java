package org.offloadtck.ptx.pass.form;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.FunctionRewriter;

/// Replaces registers of 128 bits by two of 64 each: in loads and stores, which become those of
/// vectors of two, and in moves (PTX ISA 8.3 §9.7.9.8, §9.7.9.11 and §9.7.9.4). Atomics keep them.
public final class WideRegisterLowering {

    private final Map<Register, Operand.Vector> halves = new HashMap<>();

    private WideRegisterLowering() {}

    /// The function whose loads, stores and moves have no registers of 128 bits.
    public static Function lower(Function function) {
        var lowering = new WideRegisterLowering();
        return FunctionRewriter.rewrite(function, WideRegisterLowering::isWide, lowering::replace);
    }

    private static boolean isWide(Operation operation) {
        return switch (operation.opcode()) {
            case LD, LDU, ST, MOV -> operation.modifiers().types().contains(PtxType.B128);
            default -> false;
        };
    }

    private void replace(Operation operation, FunctionRewriter rewriter) {
        var operands = operation.operands().stream().map(each -> halved(each, rewriter)).toList();
        if (operation.opcode() == Opcode.MOV) {
            move(operation, rewriter, operands);
            return;
        }
        var modifiers = new ArrayList<Modifier>(operation.modifiers().written());
        int type = modifiers.indexOf(PtxType.B128);
        modifiers.set(type, PtxType.B64);
        modifiers.add(type, VectorWidth.V2);
        rewriter.add(
                operation,
                operation.opcode(),
                modifiers,
                operation.guard(),
                operands.toArray(Operand[]::new));
    }

    private static void move(
            Operation operation, FunctionRewriter rewriter, List<Operand> operands) {
        var held = new ArrayList<Register>();
        for (var half : elements(operands.get(1))) {
            held.add(rewriter.register("%half", PtxType.B64));
            add(operation, rewriter, held.getLast(), half);
        }
        var targets = elements(operands.getFirst());
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i) != Operand.Sink.SINK) {
                add(operation, rewriter, targets.get(i), held.get(i));
            }
        }
    }

    private static void add(
            Operation operation, FunctionRewriter rewriter, Operand to, Operand from) {
        rewriter.add(operation, Opcode.MOV, List.of(PtxType.B64), operation.guard(), to, from);
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector(var elements) ? elements : List.of(operand);
    }

    /// The low half and the high half of a register of 128 bits; another operand unchanged.
    private Operand halved(Operand operand, FunctionRewriter rewriter) {
        return operand instanceof Register register && register.type() == PtxType.B128
                ? halves.computeIfAbsent(
                        register,
                        _ ->
                                new Operand.Vector(
                                        List.of(
                                                rewriter.register("%low", PtxType.B64),
                                                rewriter.register("%high", PtxType.B64))))
                : operand;
    }
}
