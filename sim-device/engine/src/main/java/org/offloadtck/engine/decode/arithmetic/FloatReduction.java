package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.Flag;

/// `redux.sync.min` and `.max` of `.f32` (PTX ISA 8.6 §9.7.13.14): the result is NaN if all values
/// are or, with `.NaN`, if one is. With `.abs`, values lose their signs first.
public final class FloatReduction {

    private FloatReduction() {}

    /// Combines the values of two lanes; that of one lane, with itself, gives its result.
    public static LaneFunction of(Operation operation) {
        boolean passesNan = operation.modifiers().has(Flag.NAN);
        boolean ofMagnitudes = operation.modifiers().has(Flag.ABS);
        Choice choice =
                switch (operation.modifiers().get(AtomicOperation.class)) {
                    case MIN -> Floats::minimum;
                    case MAX -> Floats::maximum;
                    default -> throw new UnsupportedInstructionException("is not supported");
                };
        return (a, b, _) -> {
            float left = ofMagnitudes ? Math.abs(f32(a)) : f32(a);
            float right = ofMagnitudes ? Math.abs(f32(b)) : f32(b);
            boolean isNan = passesNan && (Float.isNaN(left) || Float.isNaN(right));
            return bits(isNan ? Float.NaN : (float) choice.of(left, right));
        };
    }

    private interface Choice {
        double of(double a, double b);
    }
}
