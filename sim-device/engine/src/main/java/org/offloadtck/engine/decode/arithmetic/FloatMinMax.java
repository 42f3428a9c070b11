package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// `min` and `max` of two or three floating-point numbers (PTX ISA §9.7.3.11, §9.7.3.12, §9.7.4.7,
/// §9.7.4.8): `.abs` compares magnitudes, `.xorsign` sets the sign to the exclusive or of the
/// signs, `.NaN` propagates NaN.
final class FloatMinMax {

    private final Choice choice;
    private final boolean ofThree;
    private final boolean passesNan;
    private final boolean ofMagnitudes;
    private final boolean combinesSigns;

    FloatMinMax(Operation operation) {
        this.choice = operation.opcode() == Opcode.MIN ? Floats::minimum : Floats::maximum;
        this.ofThree = operation.operands().size() == 4;
        this.passesNan = operation.modifiers().has(Flag.NAN);
        this.ofMagnitudes = operation.modifiers().has(Flag.ABS);
        this.combinesSigns = operation.modifiers().has(Flag.XORSIGN);
    }

    /// The minimum or maximum; `c` is ignored if the instruction has two operands.
    double of(double a, double b, double c) {
        double result = of(a, b);
        return ofThree ? of(result, c) : result;
    }

    private double of(double a, double b) {
        if (passesNan && (Double.isNaN(a) || Double.isNaN(b))) {
            return Double.NaN;
        }
        double result = ofMagnitudes ? choice.of(Math.abs(a), Math.abs(b)) : choice.of(a, b);
        return combinesSigns && !Double.isNaN(result)
                ? Math.copySign(result, Math.copySign(1, a) * Math.copySign(1, b))
                : result;
    }

    private interface Choice {
        double of(double a, double b);
    }
}
