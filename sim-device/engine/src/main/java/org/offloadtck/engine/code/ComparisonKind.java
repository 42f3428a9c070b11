package org.offloadtck.engine.code;

import org.offloadtck.engine.decode.arithmetic.TypeSemantics;
import org.offloadtck.engine.semantics.FloatClass;
import org.offloadtck.engine.semantics.FloatRelation;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.NumberClass;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// `setp` and `set` (PTX ISA §9.7.6, §9.7.7): what is compared as what, and which relations hold.
///
/// A comparison is its domain, in the high bits, and the set of relations it accepts, bits of
/// [FloatRelation].
public final class ComparisonKind {

    /// Numbers that compare as the registers' signed 64 bits do: `.s64`, and unsigned and bit types
    /// of fewer bits.
    public static final int LONG = 0;

    /// `.s32`
    public static final int INT = 1 << 4;

    /// `.s16`
    public static final int SHORT = 2 << 4;

    /// `.u64`
    public static final int UNSIGNED_LONG = 3 << 4;

    /// `.f32`
    public static final int FLOAT = 4 << 4;

    /// `.f32`, subnormal operands flushed
    public static final int FLOAT_FLUSHED = 5 << 4;

    /// `.f64`
    public static final int DOUBLE = 6 << 4;

    /// `.f16`
    public static final int HALF = 7 << 4;

    /// `testp.f32`: the set is one of [FloatClass], and the second operand is not read.
    public static final int CLASS_OF_FLOAT = 8 << 4;

    /// `testp.f64`, likewise
    public static final int CLASS_OF_DOUBLE = 9 << 4;

    /// `.f16`, subnormal operands flushed
    public static final int HALF_FLUSHED = 10 << 4;

    /// `.bf16`
    public static final int BRAIN = 11 << 4;

    /// `.f16x2`: this domain and those after it are of pairs, each half compared by itself.
    public static final int HALVES = 12 << 4;

    /// `.f16x2`, subnormal operands flushed
    public static final int HALVES_FLUSHED = 13 << 4;

    /// `.bf16x2`
    public static final int BRAINS = 14 << 4;

    /// The part of a comparison that is its set of relations.
    public static final int RELATIONS = 0xf;

    /// How the result is combined with a predicate.
    public static final int ALONE = 0;

    public static final int AND = 1;
    public static final int OR = 2;
    public static final int XOR = 3;

    private static final int ORDERED =
            FloatRelation.LESS | FloatRelation.EQUAL | FloatRelation.GREATER;

    private ComparisonKind() {}

    public static int of(Operation operation) {
        return domain(operation) | relations(operation.modifiers().or(ComparisonOperator.EQ));
    }

    public static int combination(Operation operation, boolean combines) {
        if (!combines) {
            return ALONE;
        }
        return switch (operation.modifiers().or(BooleanOperator.AND)) {
            case AND -> AND;
            case OR -> OR;
            case XOR -> XOR;
        };
    }

    /// What `testp` tests (PTX ISA §9.7.3.1).
    public static int ofClass(Operation operation) {
        int domain =
                switch (operation.type()) {
                    case F32 -> CLASS_OF_FLOAT;
                    case F64 -> CLASS_OF_DOUBLE;
                    default -> throw TypeSemantics.unsupported(operation.type());
                };
        return domain
                | switch (operation.modifiers().get(NumberClass.class)) {
                    case FINITE -> FloatClass.NORMAL | FloatClass.SUBNORMAL;
                    case INFINITE -> FloatClass.INFINITE;
                    case NUMBER -> FloatClass.NORMAL | FloatClass.SUBNORMAL | FloatClass.INFINITE;
                    case NOTANUMBER -> FloatClass.NAN;
                    case NORMAL -> FloatClass.NORMAL;
                    case SUBNORMAL -> FloatClass.SUBNORMAL;
                };
    }

    /// Whether a comparison has a result for each half of its operands.
    public static boolean isOfPairs(int comparison) {
        return comparison >= HALVES;
    }

    private static int domain(Operation operation) {
        boolean flushes = operation.modifiers().has(Flag.FTZ);
        var type = operation.type();
        return switch (type) {
            case S64, B8, B16, B32, B64, U8, U16, U32 -> LONG;
            case S32 -> INT;
            case S16 -> SHORT;
            case U64 -> UNSIGNED_LONG;
            case F32 -> flushes ? FLOAT_FLUSHED : FLOAT;
            case F64 -> DOUBLE;
            case F16 -> flushes ? HALF_FLUSHED : HALF;
            case BF16 -> BRAIN;
            case F16X2 -> flushes ? HALVES_FLUSHED : HALVES;
            case BF16X2 -> BRAINS;
            default -> throw TypeSemantics.unsupported(type);
        };
    }

    private static int relations(ComparisonOperator comparison) {
        return switch (comparison) {
            case EQ -> FloatRelation.EQUAL;
            case NE -> FloatRelation.LESS | FloatRelation.GREATER;
            case LT, LO -> FloatRelation.LESS;
            case LE, LS -> FloatRelation.LESS | FloatRelation.EQUAL;
            case GT, HI -> FloatRelation.GREATER;
            case GE, HS -> FloatRelation.GREATER | FloatRelation.EQUAL;
            case EQU -> FloatRelation.EQUAL | FloatRelation.UNORDERED;
            case NEU -> FloatRelation.LESS | FloatRelation.GREATER | FloatRelation.UNORDERED;
            case LTU -> FloatRelation.LESS | FloatRelation.UNORDERED;
            case LEU -> FloatRelation.LESS | FloatRelation.EQUAL | FloatRelation.UNORDERED;
            case GTU -> FloatRelation.GREATER | FloatRelation.UNORDERED;
            case GEU -> FloatRelation.GREATER | FloatRelation.EQUAL | FloatRelation.UNORDERED;
            case NUM -> ORDERED;
            case NAN -> FloatRelation.UNORDERED;
        };
    }

    /// The bits that `set` writes where the comparison holds, in both halves of pairs: 1 for
    /// numbers, else all ones.
    public static long truth(PtxType type) {
        return switch (type) {
            case F16, BF16, F32, F64 -> new Immediate.Int64(1).bits(type);
            case F16X2 -> twice(PtxType.F16);
            case BF16X2 -> twice(PtxType.BF16);
            default -> Integers.truncate(-1, type.bits());
        };
    }

    private static long twice(PtxType half) {
        return truth(half) << Short.SIZE | truth(half);
    }
}
