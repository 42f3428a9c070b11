package org.offloadtck.engine.decode.video;

import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VideoModifier.Scale;

/// `vmad`: the product of two words or parts, plus or minus a third word, shifted and saturated
/// (PTX ISA §9.7.16.1.6).
///
/// Either the product or the third operand is negated, not both; the product is if exactly one of
/// its factors is. As compiled for `sm_90`, the third operand and factors that are words are signed
/// whatever their types are; only a part of type `.u32` is not (`docs/ptx-isa.md`, P2). So a sum
/// has no more than 64 bits. It is unsigned, and saturated so, if both factors are of type `.u32`
/// and nothing is negated.
///
/// @param negatesProduct whether the product is subtracted
/// @param negatesAddend whether the third operand is subtracted
/// @param increment 1 for `.po`
/// @param shift in bits, to the right
record MultiplyAdd(
        Factor first,
        Factor second,
        boolean negatesProduct,
        boolean negatesAddend,
        int increment,
        int shift,
        boolean saturates)
        implements LaneFunction {

    private static final long WORD = 0xffff_ffffL;

    MultiplyAdd {
        boolean negates = negatesProduct || negatesAddend;
        if ((negatesProduct && negatesAddend) || (negates && increment != 0)) {
            throw VideoInstruction.unfit();
        }
    }

    /// A factor of the product.
    record Factor(PartSelector selector, boolean signed) {

        Factor {
            if (!VideoInstruction.isSingle(selector)) {
                throw VideoInstruction.unfit();
            }
        }

        static Factor of(Operand operand, PtxType type) {
            return new Factor(PartSelector.ofScalar(withoutSign(operand)), type == PtxType.S32);
        }

        long of(long word) {
            return selector.part(word, 0, 0, signed || selector.bits() == Integer.SIZE);
        }
    }

    static MultiplyAdd of(Operation operation) {
        var types = operation.modifiers().types();
        var operands = operation.operands();
        var shift =
                operation.modifiers().written().stream()
                        .filter(Scale.class::isInstance)
                        .mapToInt(scale -> ((Scale) scale).bits())
                        .sum();
        return new MultiplyAdd(
                Factor.of(operands.get(1), types.get(1)),
                Factor.of(operands.get(2), types.get(2)),
                isNegated(operands.get(1)) != isNegated(operands.get(2)),
                isNegated(operands.get(3)),
                operation.modifiers().has(Flag.PO) ? 1 : 0,
                shift,
                operation.modifiers().has(Flag.SAT));
    }

    private static boolean isNegated(Operand operand) {
        return operand instanceof Operand.Minus;
    }

    private static Operand withoutSign(Operand operand) {
        return operand instanceof Operand.Minus(var negated) ? negated : operand;
    }

    @Override
    public long apply(long a, long b, long c) {
        long product = first.of(a) * second.of(b);
        long addend = negatesAddend ? -(long) (int) c : (int) c;
        long sum = (negatesProduct ? -product : product) + addend + increment;
        return (isSigned() ? signed(sum >> shift) : unsigned(sum >>> shift)) & WORD;
    }

    private boolean isSigned() {
        return first.signed || second.signed || negatesProduct || negatesAddend;
    }

    private long signed(long value) {
        return saturates ? Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE) : value;
    }

    private long unsigned(long value) {
        return saturates ? Math.clamp(value, 0, WORD) : value;
    }
}
