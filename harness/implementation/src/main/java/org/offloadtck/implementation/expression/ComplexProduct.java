package org.offloadtck.implementation.expression;

import org.offloadtck.implementation.element.ElementValue;

/// The product of two complex numbers as C compilers compute it, `__muldc3` and `__mulsc3` of their
/// runtime libraries: the schoolbook formula, and if that yields NaN in both parts, the infinity
/// that an infinite factor or an overflowing partial product calls for.
///
/// The imaginary part adds in the order `b·c + a·d` that clang emits; only which NaN comes out
/// could depend on it.
///
/// @see "C11, G.5.1 paragraph 6 and example 1"
enum ComplexProduct {
    /// Every operation rounds to `double`.
    DOUBLE {
        @Override
        double round(double exact) {
            return exact;
        }
    },
    /// Every operation rounds to `float`: once to `double`, then to `float`, which for one sum,
    /// difference or product of `float`s equals rounding once (Figueroa, When is double rounding
    /// innocuous?, SIGNUM Newsletter 30(3), 1995).
    FLOAT {
        @Override
        double round(double exact) {
            return (float) exact;
        }
    };

    abstract double round(double exact);

    ElementValue.Complex128 of(ElementValue.Complex128 z, ElementValue.Complex128 w) {
        double ac = round(z.re() * w.re());
        double bd = round(z.im() * w.im());
        double ad = round(z.re() * w.im());
        double bc = round(z.im() * w.re());
        var product = new ElementValue.Complex128(round(ac - bd), round(bc + ad));
        if (!Double.isNaN(product.re()) || !Double.isNaN(product.im())) {
            return product;
        }
        boolean overflow =
                Double.isInfinite(ac)
                        || Double.isInfinite(bd)
                        || Double.isInfinite(ad)
                        || Double.isInfinite(bc);
        return overflow || isInfinite(z) || isInfinite(w)
                ? infinite(finite(z), finite(w))
                : product;
    }

    /// The infinity in the direction of the product of two numbers without infinities and NaNs.
    private ElementValue.Complex128 infinite(ElementValue.Complex128 z, ElementValue.Complex128 w) {
        double re = round(round(z.re() * w.re()) - round(z.im() * w.im()));
        double im = round(round(z.re() * w.im()) + round(z.im() * w.re()));
        return new ElementValue.Complex128(
                Double.POSITIVE_INFINITY * re, Double.POSITIVE_INFINITY * im);
    }

    /// An infinite number's direction, with parts 1 and 0; a finite number without its NaNs.
    private static ElementValue.Complex128 finite(ElementValue.Complex128 z) {
        return isInfinite(z)
                ? new ElementValue.Complex128(direction(z.re()), direction(z.im()))
                : new ElementValue.Complex128(zeroUnlessNumber(z.re()), zeroUnlessNumber(z.im()));
    }

    private static boolean isInfinite(ElementValue.Complex128 z) {
        return Double.isInfinite(z.re()) || Double.isInfinite(z.im());
    }

    private static double direction(double part) {
        return Math.copySign(Double.isInfinite(part) ? 1.0 : 0.0, part);
    }

    private static double zeroUnlessNumber(double part) {
        return Double.isNaN(part) ? Math.copySign(0.0, part) : part;
    }
}
