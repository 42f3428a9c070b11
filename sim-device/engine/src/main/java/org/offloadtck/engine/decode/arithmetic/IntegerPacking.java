package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.PackedInteger;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Selects the computation of `cvt.pack` (PTX ISA §9.7.9.22): two 32-bit integers saturated to
/// fewer bits, the first above the second, and the low bits of the third operand above both.
public final class IntegerPacking {

    private IntegerPacking() {}

    /// The computation of a `cvt.pack`.
    ///
    /// @throws UnsupportedInstructionException if the types and the operands do not go together
    public static Computation of(Operation operation) {
        var packed = operation.modifiers().get(PackedInteger.class);
        var types = operation.modifiers().types();
        boolean whole = packed.bits() == Short.SIZE;
        int expected = whole ? 3 : 4;
        if (types.getFirst() != PtxType.S32
                || types.size() != expected - 2
                || (!whole && types.getLast() != PtxType.B32)
                || operation.operands().size() != expected) {
            throw new UnsupportedInstructionException("its types and operands do not go together");
        }
        int bits = packed.bits();
        long least = packed.isSigned() ? -1L << (bits - 1) : 0;
        long most = least + (1L << bits) - 1;
        long mask = (1L << bits) - 1;
        return new Computation.PerLane((a, b, c) -> {
            long high = Math.clamp(word(a), least, most) & mask;
            long low = Math.clamp(word(b), least, most) & mask;
            return ((c << (2 * bits)) | (high << bits) | low) & 0xffff_ffffL;
        });
    }

    /// The signed number in the low 32 bits of a register.
    private static long word(long register) {
        return (int) register;
    }
}
