package org.offloadtck.engine.semantics;

/// Classes of floating-point numbers, as bits, so that a test is a set of classes (PTX ISA
/// §9.7.3.1, `testp`).
public final class FloatClass {

    /// A normal number or a zero.
    public static final int NORMAL = 1;

    public static final int SUBNORMAL = 2;
    public static final int INFINITE = 4;
    public static final int NAN = 8;

    private FloatClass() {}

    /// The class of a 32-bit number.
    public static int of(float value) {
        return of(value, Float.MIN_NORMAL);
    }

    /// The class of a 64-bit number.
    public static int of(double value) {
        return of(value, Double.MIN_NORMAL);
    }

    private static int of(double value, double smallestNormal) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        if (Double.isInfinite(value)) {
            return INFINITE;
        }
        return value != 0 && Math.abs(value) < smallestNormal ? SUBNORMAL : NORMAL;
    }
}
