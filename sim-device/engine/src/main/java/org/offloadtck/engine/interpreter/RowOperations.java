package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.Op;

/// Executes a pure operation of [Op] on rows.
final class RowOperations {

    private RowOperations() {}

    static void execute(int op, long[] r, int d, int a, int b, int c) {
        switch (op) {
            case Op.MOVE -> RowArithmetic.move(r, d, a);
            case Op.ADD32 -> RowArithmetic.add32(r, d, a, b);
            case Op.ADD64 -> RowArithmetic.add64(r, d, a, b);
            case Op.SUBTRACT32 -> RowArithmetic.subtract32(r, d, a, b);
            case Op.SUBTRACT64 -> RowArithmetic.subtract64(r, d, a, b);
            case Op.MULTIPLY32 -> RowArithmetic.multiply32(r, d, a, b);
            case Op.MULTIPLY64 -> RowArithmetic.multiply64(r, d, a, b);
            case Op.MULTIPLY_WIDE_SIGNED -> RowArithmetic.multiplyWideSigned(r, d, a, b);
            case Op.MULTIPLY_ADD32 -> RowArithmetic.multiplyAdd32(r, d, a, b, c);
            case Op.MULTIPLY_ADD64 -> RowArithmetic.multiplyAdd64(r, d, a, b, c);
            case Op.MULTIPLY_ADD_WIDE_SIGNED -> RowArithmetic.multiplyAddWideSigned(r, d, a, b, c);
            case Op.AND -> RowArithmetic.and(r, d, a, b);
            case Op.OR -> RowArithmetic.or(r, d, a, b);
            case Op.XOR -> RowArithmetic.xor(r, d, a, b);
            case Op.SHIFT_LEFT32 -> RowArithmetic.shiftLeft32(r, d, a, b);
            case Op.SHIFT_LEFT64 -> RowArithmetic.shiftLeft64(r, d, a, b);
            case Op.SHIFT_RIGHT -> RowArithmetic.shiftRight(r, d, a, b);
            case Op.SHIFT_RIGHT_SIGNED32 -> RowArithmetic.shiftRightSigned32(r, d, a, b);
            case Op.SHIFT_RIGHT_SIGNED64 -> RowArithmetic.shiftRightSigned64(r, d, a, b);
            case Op.MINIMUM32 -> RowArithmetic.minimum32(r, d, a, b);
            case Op.MAXIMUM32 -> RowArithmetic.maximum32(r, d, a, b);
            case Op.MINIMUM64 -> RowArithmetic.minimum64(r, d, a, b);
            case Op.MAXIMUM64 -> RowArithmetic.maximum64(r, d, a, b);
            case Op.SIGN_EXTEND32 -> RowArithmetic.signExtend32(r, d, a);
            case Op.ADD_FLOAT -> RowArithmetic.addFloat(r, d, a, b);
            case Op.SUBTRACT_FLOAT -> RowArithmetic.subtractFloat(r, d, a, b);
            case Op.MULTIPLY_FLOAT -> RowArithmetic.multiplyFloat(r, d, a, b);
            case Op.FMA_FLOAT -> RowArithmetic.fmaFloat(r, d, a, b, c);
            case Op.ADD_DOUBLE -> RowArithmetic.addDouble(r, d, a, b);
            case Op.SUBTRACT_DOUBLE -> RowArithmetic.subtractDouble(r, d, a, b);
            case Op.MULTIPLY_DOUBLE -> RowArithmetic.multiplyDouble(r, d, a, b);
            case Op.FMA_DOUBLE -> RowArithmetic.fmaDouble(r, d, a, b, c);
            default -> throw new IllegalStateException("operation %d".formatted(op));
        }
    }
}
