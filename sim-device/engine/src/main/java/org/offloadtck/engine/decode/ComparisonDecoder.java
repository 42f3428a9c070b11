package org.offloadtck.engine.decode;

import org.offloadtck.engine.code.ComparisonKind;
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

/// Decodes the comparison of `setp`, `set` (PTX ISA §9.7.6, §9.7.7) and `testp` (§9.7.3.1).
final class ComparisonDecoder {

    private static final int ORDERED =
            FloatRelation.LESS | FloatRelation.EQUAL | FloatRelation.GREATER;

    private ComparisonDecoder() {}

    static int of(Operation operation) {
        return domain(operation) | relations(operation.modifiers().or(ComparisonOperator.EQ));
    }

    static int combination(Operation operation, boolean combines) {
        if (!combines) {
            return ComparisonKind.ALONE;
        }
        return switch (operation.modifiers().or(BooleanOperator.AND)) {
            case AND -> ComparisonKind.AND;
            case OR -> ComparisonKind.OR;
            case XOR -> ComparisonKind.XOR;
        };
    }

    /// The kind of a `testp` (PTX ISA §9.7.3.1).
    static int ofClass(Operation operation) {
        int domain =
                switch (operation.type()) {
                    case F32 -> ComparisonKind.CLASS_OF_FLOAT;
                    case F64 -> ComparisonKind.CLASS_OF_DOUBLE;
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

    private static int domain(Operation operation) {
        boolean flushes = operation.modifiers().has(Flag.FTZ);
        var type = operation.type();
        return switch (type) {
            case S64, B8, B16, B32, B64, U8, U16, U32 -> ComparisonKind.LONG;
            case S32 -> ComparisonKind.INT;
            case S16 -> ComparisonKind.SHORT;
            case U64 -> ComparisonKind.UNSIGNED_LONG;
            case F32 -> flushes ? ComparisonKind.FLOAT_FLUSHED : ComparisonKind.FLOAT;
            case F64 -> ComparisonKind.DOUBLE;
            case F16 -> flushes ? ComparisonKind.HALF_FLUSHED : ComparisonKind.HALF;
            case BF16 -> ComparisonKind.BRAIN;
            case F16X2 -> flushes ? ComparisonKind.HALVES_FLUSHED : ComparisonKind.HALVES;
            case BF16X2 -> ComparisonKind.BRAINS;
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

    /// The bits that `set` writes if the comparison is true: 1.0 for floating-point types, else all
    /// ones; in both halves of pairs.
    static long truth(PtxType type) {
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
