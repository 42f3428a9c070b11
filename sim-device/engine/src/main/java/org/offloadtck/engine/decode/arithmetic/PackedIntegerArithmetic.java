package org.offloadtck.engine.decode.arithmetic;

import static org.offloadtck.engine.semantics.Integers.truncate;

import org.offloadtck.engine.decode.arithmetic.Computation.PerLane;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Selects the computation of instructions on two packed 16-bit integers, `.u16x2` and `.s16x2`, or
/// four of 8 bits, `.u8x4` and `.s8x4` (PTX ISA 9.2 §9.7.1.1, §9.7.1.2, §9.7.1.12 to §9.7.1.14).
public final class PackedIntegerArithmetic {

    private final Operation operation;
    private final Width width;

    public PackedIntegerArithmetic(Operation operation) {
        this.operation = operation;
        var type = operation.type();
        this.width =
                new Width(
                        type.bits() / type.numbers(),
                        type.isSigned() ? Signedness.SIGNED : Signedness.UNSIGNED);
    }

    public static boolean isPacked(PtxType type) {
        return !type.isFloat() && type.isPacked();
    }

    public Computation computation() {
        LaneFunction one =
                switch (operation.opcode()) {
                    case ADD -> sum();
                    case SUB -> ofBytes((a, b, _) -> truncate(a - b, Byte.SIZE));
                    case NEG -> ofBytes((a, _, _) -> truncate(-a, Byte.SIZE));
                    case MIN -> extreme(Math::min);
                    case MAX -> extreme(Math::max);
                    default -> throw TypeSemantics.unsupported(operation.type());
                };
        return new PerLane(packed(one));
    }

    private LaneFunction packed(LaneFunction one) {
        var two = one.packed(width.bits());
        return width.bits() == Byte.SIZE ? two.packed(Short.SIZE) : two;
    }

    /// A function that two numbers of 16 bits do not have.
    private LaneFunction ofBytes(LaneFunction function) {
        if (width.bits() != Byte.SIZE) {
            throw TypeSemantics.unsupported(operation.type());
        }
        return function;
    }

    private LaneFunction sum() {
        if (!operation.modifiers().has(Flag.SAT)) {
            return (a, b, _) -> truncate(a + b, width.bits());
        }
        boolean isSigned = width.sign() == Signedness.SIGNED;
        long least = isSigned ? -1L << (width.bits() - 1) : 0;
        long most = least + (1L << width.bits()) - 1;
        return (a, b, _) ->
                truncate(Math.clamp(width.extend(a) + width.extend(b), least, most), width.bits());
    }

    private LaneFunction extreme(Choice choice) {
        long least = operation.modifiers().has(Flag.RELU) ? 0 : Long.MIN_VALUE;
        return (a, b, _) ->
                truncate(
                        Math.max(least, choice.of(width.extend(a), width.extend(b))), width.bits());
    }

    private interface Choice {
        long of(long a, long b);
    }
}
