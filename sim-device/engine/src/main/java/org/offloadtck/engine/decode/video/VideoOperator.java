package org.offloadtck.engine.decode.video;

import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.ShiftBound;

/// What a video instruction computes of two selected numbers, exactly (PTX ISA §9.7.16.1).
interface VideoOperator {

    long of(long a, long b);

    static VideoOperator of(Operation operation) {
        return switch (operation.opcode()) {
            case VADD, VADD2, VADD4 -> Long::sum;
            case VSUB, VSUB2, VSUB4 -> (a, b) -> a - b;
            case VABSDIFF, VABSDIFF2, VABSDIFF4 -> (a, b) -> Math.abs(a - b);
            case VMIN, VMIN2, VMIN4 -> Math::min;
            case VMAX, VMAX2, VMAX4 -> Math::max;
            case VAVRG2, VAVRG4 -> (a, b) -> (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
            case VSHL -> (a, b) -> a << amount(operation, b);
            case VSHR -> (a, b) -> a >> amount(operation, b);
            case VSET, VSET2, VSET4 -> comparison(operation);
            default -> throw new IllegalStateException(operation.opcode().name());
        };
    }

    private static long amount(Operation operation, long amount) {
        return switch (operation.modifiers().get(ShiftBound.class)) {
            case CLAMP -> Math.min(amount, Integer.SIZE);
            case WRAP -> amount & (Integer.SIZE - 1);
        };
    }

    private static VideoOperator comparison(Operation operation) {
        Relation relation =
                switch (operation.modifiers().get(ComparisonOperator.class)) {
                    case EQ -> (a, b) -> a == b;
                    case NE -> (a, b) -> a != b;
                    case LT, LO -> (a, b) -> a < b;
                    case LE, LS -> (a, b) -> a <= b;
                    case GT, HI -> (a, b) -> a > b;
                    case GE, HS -> (a, b) -> a >= b;
                    default ->
                            throw new UnsupportedInstructionException(
                                    "the comparison is not one of integers");
                };
        return (a, b) -> relation.holds(a, b) ? 1 : 0;
    }

    /// A relation of integers.
    interface Relation {
        boolean holds(long a, long b);
    }
}
