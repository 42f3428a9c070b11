package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Integers.truncate;

import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Selects the computation of instructions on two packed 16-bit integers, `.u16x2` and `.s16x2`
/// (PTX ISA §9.7.1.1, §9.7.1.12, §9.7.1.13).
public final class PackedIntegerArithmetic {

    private final Operation operation;
    private final Width width;

    public PackedIntegerArithmetic(Operation operation) {
        this.operation = operation;
        boolean signed = operation.type() == PtxType.S16X2;
        this.width = new Width(Short.SIZE, signed ? Signedness.SIGNED : Signedness.UNSIGNED);
    }

    public static boolean isPacked(PtxType type) {
        return type == PtxType.U16X2 || type == PtxType.S16X2;
    }

    public Computation computation() {
        LaneFunction half =
                switch (operation.opcode()) {
                    case ADD -> (a, b, _) -> truncate(a + b, Short.SIZE);
                    case MIN -> extreme(Math::min);
                    case MAX -> extreme(Math::max);
                    default -> throw TypeSemantics.unsupported(operation.type());
                };
        return new PerLane(half.packed(Short.SIZE));
    }

    private LaneFunction extreme(Choice choice) {
        long least = operation.modifiers().has(Flag.RELU) ? 0 : Short.MIN_VALUE;
        return (a, b, _) ->
                truncate(Math.max(least, choice.of(width.extend(a), width.extend(b))), Short.SIZE);
    }

    private interface Choice {
        long of(long a, long b);
    }
}
