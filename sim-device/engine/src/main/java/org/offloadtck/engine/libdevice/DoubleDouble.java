package org.offloadtck.engine.libdevice;

/// A number as the sum of two of 64 bits, the second below half a unit in the last place of the
/// first: about 106 bits (Dekker, *A floating-point technique for extending the available
/// precision*, 1971). The operations have errors in the last few of these bits. The caller must
/// avoid overflow and subnormal results.
record DoubleDouble(double high, double low) {

    static final DoubleDouble ZERO = of(0);
    static final DoubleDouble ONE = of(1);

    // These constants: computed to 400 bits.
    static final DoubleDouble PI = new DoubleDouble(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
    static final DoubleDouble LN2 = new DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    static final DoubleDouble LOG2_E =
            new DoubleDouble(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);

    /// Euler's constant.
    static final DoubleDouble EULER =
            new DoubleDouble(0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58);

    static final DoubleDouble HALF_LOG_TWO_PI =
            new DoubleDouble(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55);
    static final DoubleDouble TWO_OVER_SQRT_PI =
            new DoubleDouble(0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56);
    static final DoubleDouble SQRT_PI =
            new DoubleDouble(0x1.c5bf891b4ef6bp+0, -0x1.618f13eb7ca89p-54);
    static final DoubleDouble SQRT_HALF =
            new DoubleDouble(0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55);

    /// Number of times that the exponential function halves its argument.
    private static final int HALVINGS = 9;

    /// Terms of e^x - 1 that suffice for x below ln 2 / 2^10.
    private static final int EXPONENTIAL_TERMS = 9;

    private static final double SMALLEST_EXPONENT = -1100;

    static DoubleDouble of(double value) {
        return new DoubleDouble(value, 0);
    }

    static DoubleDouble sum(double a, double b) {
        double sum = a + b;
        double share = sum - a;
        return new DoubleDouble(sum, (a - (sum - share)) + (b - share));
    }

    static DoubleDouble product(double a, double b) {
        double product = a * b;
        return new DoubleDouble(product, Math.fma(a, b, -product));
    }

    double value() {
        return high + low;
    }

    DoubleDouble plus(DoubleDouble other) {
        var sum = sum(high, other.high);
        var rest = sum(low, other.low);
        var first = normal(sum.high, sum.low + rest.high);
        return normal(first.high, first.low + rest.low);
    }

    DoubleDouble plus(double other) {
        var sum = sum(high, other);
        return normal(sum.high, sum.low + low);
    }

    DoubleDouble minus(DoubleDouble other) {
        return plus(other.negated());
    }

    DoubleDouble times(DoubleDouble other) {
        var product = product(high, other.high);
        return normal(product.high, product.low + Math.fma(high, other.low, low * other.high));
    }

    DoubleDouble times(double other) {
        var product = product(high, other);
        return normal(product.high, Math.fma(low, other, product.low));
    }

    DoubleDouble over(DoubleDouble other) {
        double first = high / other.high;
        var rest = minus(other.times(first));
        double second = rest.high / other.high;
        var last = rest.minus(other.times(second));
        return normal(first, second).plus(last.high / other.high);
    }

    DoubleDouble over(double other) {
        return over(of(other));
    }

    DoubleDouble negated() {
        return new DoubleDouble(-high, -low);
    }

    DoubleDouble absolute() {
        return high < 0 ? negated() : this;
    }

    /// Exact, unless the result is subnormal.
    DoubleDouble scaled(int exponent) {
        return new DoubleDouble(Math.scalb(high, exponent), Math.scalb(low, exponent));
    }

    /// The square root of a positive number.
    DoubleDouble squareRoot() {
        double root = Math.sqrt(high);
        var error = minus(product(root, root));
        return normal(root, error.high / (2 * root));
    }

    /// e to this power, unrounded: [Scaled#value] rounds once.
    Scaled exponential() {
        double exponent = Math.rint(high / LN2.high);
        if (exponent < SMALLEST_EXPONENT) {
            return new Scaled(ZERO, 0);
        }
        var reduced = minus(LN2.times(exponent)).scaled(-HALVINGS);
        var less = reduced.over(EXPONENTIAL_TERMS).plus(1);
        for (int i = EXPONENTIAL_TERMS - 1; i > 1; i--) {
            less = less.times(reduced).over(i).plus(1);
        }
        less = less.times(reduced);
        for (int i = 0; i < HALVINGS; i++) {
            less = less.scaled(1).plus(less.times(less));
        }
        return new Scaled(less.plus(1), (int) exponent);
    }

    /// The natural logarithm of a positive number, by one Newton step from the 53-bit logarithm.
    DoubleDouble logarithm() {
        int exponent = Math.getExponent(high);
        var mantissa = scaled(-exponent);
        double first = StrictMath.log(mantissa.high);
        var ratio = mantissa.times(of(-first).exponential().exact());
        return LN2.times(exponent).plus(of(first).plus(ratio.plus(-1)));
    }

    private static DoubleDouble normal(double high, double low) {
        double sum = high + low;
        return new DoubleDouble(sum, low - (sum - high));
    }

    /// A number times a power of two that may lie beyond the range of either part.
    record Scaled(DoubleDouble factor, int exponent) {

        double value() {
            return Math.scalb(factor.value(), exponent);
        }

        DoubleDouble exact() {
            return factor.scaled(exponent);
        }

        Scaled times(DoubleDouble other) {
            return new Scaled(factor.times(other), exponent);
        }
    }
}
