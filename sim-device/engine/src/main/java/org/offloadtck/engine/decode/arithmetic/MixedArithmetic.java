package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;

import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.HalfFormat;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// `add`, `sub` and `fma` of `.f16` or `.bf16` with an `.f32` (PTX ISA 8.6 §9.7.5): all operands
/// but the last are converted to `.f32`.
public final class MixedArithmetic {

    private final Operation operation;
    private final HalfFormat format;
    private final RoundingMode mode;
    private final boolean saturates;

    public MixedArithmetic(Operation operation) {
        this.operation = operation;
        this.format = operation.type() == PtxType.F16 ? HalfFormat.IEEE : HalfFormat.BRAIN;
        this.mode = TypeSemantics.rounding(operation.modifiers());
        this.saturates = operation.modifiers().has(Flag.SAT);
    }

    /// Whether the operands of arithmetic have two types.
    public static boolean isMixed(Operation operation) {
        return switch (operation.opcode()) {
            case ADD, SUB, FMA ->
                    operation.resultType() == PtxType.F32 && operation.type() != PtxType.F32;
            default -> false;
        };
    }

    public Computation computation() {
        return switch (operation.opcode()) {
            case ADD -> of((a, b, _) -> RoundedArithmetic.add(half(a), f32(b), mode));
            case SUB -> of((a, b, _) -> RoundedArithmetic.add(half(a), -f32(b), mode));
            case FMA -> of((a, b, c) -> RoundedArithmetic.fma(half(a), half(b), f32(c), mode));
            default -> throw TypeSemantics.unsupported(operation.type());
        };
    }

    private float half(long bits) {
        return (float) format.decode(bits);
    }

    private PerLane of(Single function) {
        return saturates
                ? new PerLane((a, b, c) -> bits(Floats.saturate(function.of(a, b, c))))
                : new PerLane((a, b, c) -> bits(function.of(a, b, c)));
    }

    private interface Single {
        float of(long a, long b, long c);
    }
}
