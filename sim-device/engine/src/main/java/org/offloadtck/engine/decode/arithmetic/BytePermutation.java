package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.PermuteMode;
import org.offloadtck.ptx.ir.modifier.Modifier;

/// `prmt` (PTX ISA §9.7.9.7): with four selectors, or in a mode with one of four sets of selectors.
final class BytePermutation {

    private BytePermutation() {}

    static LaneFunction of(Operation operation) {
        for (Modifier modifier : operation.modifiers().written()) {
            if (modifier instanceof PermuteMode mode) {
                int[] sets = sets(mode);
                return (a, b, c) -> Integers.permute(a, b, sets[(int) c & 3]);
            }
        }
        return Integers::permute;
    }

    /// The selectors of each set, those of the highest byte first.
    private static int[] sets(PermuteMode mode) {
        return switch (mode) {
            case F4E -> new int[] {0x3210, 0x4321, 0x5432, 0x6543};
            case B4E -> new int[] {0x5670, 0x6701, 0x7012, 0x0123};
            case RC8 -> new int[] {0x0000, 0x1111, 0x2222, 0x3333};
            case ECL -> new int[] {0x3210, 0x3211, 0x3222, 0x3333};
            case ECR -> new int[] {0x0000, 0x1110, 0x2210, 0x3210};
            case RC16 -> new int[] {0x1010, 0x3232, 0x1010, 0x3232};
        };
    }
}
