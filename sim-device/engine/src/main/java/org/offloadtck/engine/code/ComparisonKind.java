package org.offloadtck.engine.code;

/// Kinds of comparison, the [Code#X] of [Op#COMPARE]: the domain that operands are compared in,
/// and, in [#RELATIONS], the set of relations that make the comparison true, bits of
/// [FloatRelation][org.offloadtck.engine.semantics.FloatRelation].
public final class ComparisonKind {

    /// Registers are compared as signed 64-bit integers: `.s64`, and unsigned and bit types of
    /// fewer bits.
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

    /// `testp.f32`: the low bits are a set of
    /// [FloatClass][org.offloadtck.engine.semantics.FloatClass]; the second operand is not read.
    public static final int CLASS_OF_FLOAT = 8 << 4;

    /// `testp.f64`, as [#CLASS_OF_FLOAT].
    public static final int CLASS_OF_DOUBLE = 9 << 4;

    /// `.f16`, subnormal operands flushed
    public static final int HALF_FLUSHED = 10 << 4;

    /// `.bf16`
    public static final int BRAIN = 11 << 4;

    /// `.f16x2`: in this domain and those after it each half of the operands is compared by itself.
    public static final int HALVES = 12 << 4;

    /// `.f16x2`, subnormal operands flushed
    public static final int HALVES_FLUSHED = 13 << 4;

    /// `.bf16x2`
    public static final int BRAINS = 14 << 4;

    /// Mask of the set of relations.
    public static final int RELATIONS = 0xf;

    /// Combinations of the result with a predicate: none.
    public static final int ALONE = 0;

    public static final int AND = 1;
    public static final int OR = 2;
    public static final int XOR = 3;

    private ComparisonKind() {}

    /// Whether a comparison has a result for each half of its operands.
    public static boolean isOfPairs(int comparison) {
        return comparison >= HALVES;
    }
}
