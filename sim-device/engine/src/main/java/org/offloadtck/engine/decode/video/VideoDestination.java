package org.offloadtck.engine.decode.video;

import java.util.Optional;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VideoModifier.SecondOperation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Saturates the exact result of a scalar video instruction, combines it with the third operand or
/// merges it into it (PTX ISA §9.7.16.1, `optSaturate`, `optSecOp`, `optMerge`).
///
/// The instruction sequences that `ptxas` emits for `sm_90`, which has no video instructions,
/// differ from the document (`docs/ptx-isa.md`, P1). This class computes what they compute.
///
/// @param arithmetic what the result comes from
/// @param signed whether the result is
/// @param signedAddend whether the third operand of a minimum or maximum is
/// @param part of the destination
record VideoDestination(
        Arithmetic arithmetic,
        boolean saturates,
        boolean signed,
        boolean signedAddend,
        PartSelector part,
        Combination combination) {

    private static final long WORD = 0xffff_ffffL;

    /// Bits of an intermediate result of a shift (PTX ISA §9.7.16.1).
    private static final int INTERMEDIATE = 34;

    /// How a result is kept before it reaches its destination.
    enum Arithmetic {
        /// A sum or difference, whose saturated result is a signed word.
        SUM,
        /// A shift to the left or right.
        SHIFT,
        /// A difference's magnitude, a minimum, a maximum or the result of a comparison.
        OTHER;

        private static Arithmetic of(Opcode opcode) {
            return switch (opcode) {
                case VADD, VSUB -> SUM;
                case VSHL, VSHR -> SHIFT;
                default -> OTHER;
            };
        }
    }

    /// What becomes of the third operand.
    enum Combination {
        NONE,
        MERGE,
        ADD,
        MIN,
        MAX
    }

    VideoDestination {
        boolean isPart = part.bits() < Integer.SIZE;
        if (!VideoInstruction.isSingle(part) || isPart != (combination == Combination.MERGE)) {
            throw VideoInstruction.unfit();
        }
    }

    /// @throws org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException if selectors
    ///   and operands do not go together
    static VideoDestination of(Operation operation) {
        var types = operation.modifiers().types();
        boolean compares = types.size() == 2;
        boolean signed = types.getFirst() == PtxType.S32;
        return new VideoDestination(
                Arithmetic.of(operation.opcode()),
                operation.modifiers().has(Flag.SAT),
                !compares && signed,
                signed,
                PartSelector.ofScalar(operation.operands().getFirst()),
                combination(operation));
    }

    /// A third operand without a second operation receives the part.
    private static Combination combination(Operation operation) {
        Optional<Modifier> second =
                operation.modifiers().written().stream()
                        .filter(SecondOperation.class::isInstance)
                        .findFirst();
        if (second.isEmpty()) {
            boolean merges = operation.operands().size() == 4;
            return merges ? Combination.MERGE : Combination.NONE;
        }
        return switch ((SecondOperation) second.get()) {
            case ADD -> Combination.ADD;
            case MIN -> Combination.MIN;
            case MAX -> Combination.MAX;
        };
    }

    /// The word that the instruction writes.
    long of(long exact, long third) {
        long value = saturates ? saturated(exact) : exact;
        return switch (combination) {
                    case NONE -> value;
                    case ADD -> value + third;
                    case MIN -> isLess(value, third) ? value : third;
                    case MAX -> isLess(value, third) ? third : value;
                    case MERGE -> merged(value, third);
                }
                & WORD;
    }

    private long saturated(long exact) {
        if (combination == Combination.MERGE && arithmetic != Arithmetic.SHIFT) {
            long most = -1L >>> (Long.SIZE - part.bits() + (signed ? 1 : 0));
            return Long.compareUnsigned(exact, most) > 0 ? most : exact;
        }
        return switch (arithmetic) {
            case SHIFT -> word(Integers.signed(exact, INTERMEDIATE));
            case SUM, OTHER -> signed ? word(exact) : Math.max(exact, 0);
        };
    }

    private long word(long value) {
        return signed
                ? Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE)
                : Math.clamp(value, 0, WORD);
    }

    /// Compares numbers of 64 bits, which a result is before it is truncated; a sum is a signed
    /// word.
    private boolean isLess(long value, long third) {
        long left = arithmetic == Arithmetic.SUM ? (int) value : value;
        return signedAddend ? left < (int) third : Long.compareUnsigned(left, third) < 0;
    }

    /// Half 1 receives the upper half of the result, any other part the low bits.
    private long merged(long value, long third) {
        int lane = part.lanes().getFirst();
        boolean isUpperHalf = part.bits() == Short.SIZE && lane == 1;
        return part.with(third, lane, isUpperHalf ? value >> Short.SIZE : value);
    }
}
