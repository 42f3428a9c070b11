package org.offloadtck.engine.semantics;

/// How two floating-point numbers can relate, as bits: a comparison is the set of the relations it
/// accepts, so that the fourteen of PTX ISA §9.7.6.1 need one test.
public final class FloatRelation {

    public static final int LESS = 1;
    public static final int EQUAL = 2;
    public static final int GREATER = 4;

    /// At least one operand is a NaN.
    public static final int UNORDERED = 8;

    private FloatRelation() {}

    public static int of(double a, double b) {
        if (a < b) {
            return LESS;
        }
        if (a > b) {
            return GREATER;
        }
        return a == b ? EQUAL : UNORDERED;
    }
}
