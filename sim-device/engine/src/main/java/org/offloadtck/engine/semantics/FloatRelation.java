package org.offloadtck.engine.semantics;

/// Relations between two floating-point numbers, as bits. A comparison is the set of the relations
/// that it accepts, so that all fourteen of PTX ISA §9.7.6.1 are one test.
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
