package org.offloadtck.ptx.pass.form;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.FunctionRewriter;

/// Replaces a `cvt` to four numbers by two to two numbers each. The random bits of both pairs are
/// in one register: those of the first pair are in the upper half of it or, of 4-bit numbers, of
/// each half (PTX ISA 8.7 §9.7.9.22).
public final class QuadConversionLowering {

    private static final int NUMBERS = 4;

    private QuadConversionLowering() {}

    /// The function without conversions to four numbers. One whose source is no vector of four is
    /// kept.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function, QuadConversionLowering::isToFour, QuadConversionLowering::replace);
    }

    private static boolean isToFour(Operation operation) {
        return operation.opcode() == Opcode.CVT
                && operation.resultType().numbers() == NUMBERS
                && operation.operands().get(1) instanceof Operand.Vector(var elements)
                && elements.size() == NUMBERS;
    }

    private static void replace(Operation conversion, FunctionRewriter rewriter) {
        var operands = conversion.operands();
        var numbers = ((Operand.Vector) operands.get(1)).elements();
        var type = pair(conversion.resultType());
        var half = type == PtxType.E2M1X2 ? PtxType.B8 : PtxType.B16;
        var whole = type == PtxType.E2M1X2 ? PtxType.B16 : PtxType.B32;
        var random = operands.get(2);
        var shifted = rewriter.register("%random", PtxType.B32);
        var shift = new Immediate.Int64(half.bits());
        rewriter.add(
                conversion,
                Opcode.SHR,
                List.of(PtxType.U32),
                conversion.guard(),
                shifted,
                random,
                shift);
        var high = rewriter.register("%rounded", half);
        var low = rewriter.register("%rounded", half);
        var modifiers = ofPair(conversion, type);
        rewriter.add(
                conversion,
                Opcode.CVT,
                modifiers,
                conversion.guard(),
                high,
                numbers.get(0),
                numbers.get(1),
                shifted);
        rewriter.add(
                conversion,
                Opcode.CVT,
                modifiers,
                conversion.guard(),
                low,
                numbers.get(2),
                numbers.get(3),
                random);
        var both = new Operand.Vector(List.of(low, high));
        rewriter.add(
                conversion,
                Opcode.MOV,
                List.of(whole),
                conversion.guard(),
                operands.getFirst(),
                both);
    }

    private static List<Modifier> ofPair(Operation conversion, PtxType type) {
        var modifiers = new ArrayList<Modifier>(conversion.modifiers().written());
        modifiers.set(modifiers.indexOf(conversion.resultType()), type);
        return modifiers;
    }

    private static PtxType pair(PtxType quad) {
        return switch (quad) {
            case E4M3X4 -> PtxType.E4M3X2;
            case E5M2X4 -> PtxType.E5M2X2;
            case E2M3X4 -> PtxType.E2M3X2;
            case E3M2X4 -> PtxType.E3M2X2;
            default -> PtxType.E2M1X2;
        };
    }
}
