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
/// its factors is. The third operand is unsigned if the product is unsigned and not negated, as the
/// document's table of combinations says; its pseudocode would read a negated one as signed, which
/// matters to results that are shifted or saturated. Sums are exact: those of a negated product of
/// unsigned words have 65 bits.
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
            return selector.part(word, 0, 0, signed);
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
        boolean signedProduct = first.signed || second.signed;
        boolean signedAddend = signedProduct || negatesProduct;
        long low = negatesProduct ? -product : product;
        long high = signedProduct ? low >> 63 : negatesProduct && product != 0 ? -1 : 0;
        long third = signedAddend ? (int) c : c & WORD;
        long addend = (negatesAddend ? -third : third) + increment;
        long sum = low + addend;
        boolean carries = Long.compareUnsigned(sum, low) < 0;
        high += (addend >> 63) + (carries ? 1 : 0);
        long shifted = shift == 0 ? sum : sum >>> shift | high << (Long.SIZE - shift);
        return (saturates
                        ? saturated(shifted, high >> shift, signedAddend || negatesAddend)
                        : shifted)
                & WORD;
    }

    /// A number of 128 bits moved into the range of the result.
    private static long saturated(long low, long high, boolean signed) {
        long least = signed ? Integer.MIN_VALUE : 0;
        long most = signed ? Integer.MAX_VALUE : WORD;
        if (high != low >> 63) {
            return high < 0 ? least : most;
        }
        return Math.clamp(low, least, most);
    }
}
