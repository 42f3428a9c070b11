package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.Op;

/// Carries out a pure operation of [Op] on rows.
final class PureOperations {

    private PureOperations() {}

    static void execute(int op, long[] r, int d, int a, int b, int c) {
        switch (op) {
            case Op.MOVE -> Lanes.move(r, d, a);
            case Op.ADD32 -> Lanes.add32(r, d, a, b);
            case Op.ADD64 -> Lanes.add64(r, d, a, b);
            case Op.SUBTRACT32 -> Lanes.subtract32(r, d, a, b);
            case Op.SUBTRACT64 -> Lanes.subtract64(r, d, a, b);
            case Op.MULTIPLY32 -> Lanes.multiply32(r, d, a, b);
            case Op.MULTIPLY64 -> Lanes.multiply64(r, d, a, b);
            case Op.MULTIPLY_WIDE_SIGNED -> Lanes.multiplyWideSigned(r, d, a, b);
            case Op.MULTIPLY_ADD32 -> Lanes.multiplyAdd32(r, d, a, b, c);
            case Op.MULTIPLY_ADD64 -> Lanes.multiplyAdd64(r, d, a, b, c);
            case Op.MULTIPLY_ADD_WIDE_SIGNED -> Lanes.multiplyAddWideSigned(r, d, a, b, c);
            case Op.AND -> Lanes.and(r, d, a, b);
            case Op.OR -> Lanes.or(r, d, a, b);
            case Op.XOR -> Lanes.xor(r, d, a, b);
            case Op.SHIFT_LEFT32 -> Lanes.shiftLeft32(r, d, a, b);
            case Op.SHIFT_LEFT64 -> Lanes.shiftLeft64(r, d, a, b);
            case Op.SHIFT_RIGHT -> Lanes.shiftRight(r, d, a, b);
            case Op.SHIFT_RIGHT_SIGNED32 -> Lanes.shiftRightSigned32(r, d, a, b);
            case Op.SHIFT_RIGHT_SIGNED64 -> Lanes.shiftRightSigned64(r, d, a, b);
            case Op.MINIMUM32 -> Lanes.minimum32(r, d, a, b);
            case Op.MAXIMUM32 -> Lanes.maximum32(r, d, a, b);
            case Op.MINIMUM64 -> Lanes.minimum64(r, d, a, b);
            case Op.MAXIMUM64 -> Lanes.maximum64(r, d, a, b);
            case Op.SIGN_EXTEND32 -> Lanes.signExtend32(r, d, a);
            case Op.ADD_FLOAT -> Lanes.addFloat(r, d, a, b);
            case Op.SUBTRACT_FLOAT -> Lanes.subtractFloat(r, d, a, b);
            case Op.MULTIPLY_FLOAT -> Lanes.multiplyFloat(r, d, a, b);
            case Op.FMA_FLOAT -> Lanes.fmaFloat(r, d, a, b, c);
            case Op.ADD_DOUBLE -> Lanes.addDouble(r, d, a, b);
            case Op.SUBTRACT_DOUBLE -> Lanes.subtractDouble(r, d, a, b);
            case Op.MULTIPLY_DOUBLE -> Lanes.multiplyDouble(r, d, a, b);
            case Op.FMA_DOUBLE -> Lanes.fmaDouble(r, d, a, b, c);
            default -> throw new IllegalStateException("operation %d".formatted(op));
        }
    }
}
