package org.offloadtck.engine.libdevice;

import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.RoundingMode;

/// Functions of one, two or three real numbers, by their names without prefix and without the
/// suffix `f` of the 32-bit functions. The names are cases of a switch, not keys of a map, so that
/// a program initialises only the functions that it calls.
final class RealFunctions {

    private RealFunctions() {}

    /// A function of three numbers.
    interface Ternary {
        double of(double a, double b, double c);
    }

    static Optional<DoubleUnaryOperator> unary(String name) {
        return elementary(name).or(() -> special(name)).or(() -> rounding(name));
    }

    /// Errors are below 1 ulp for those of `StrictMath`, below 3 ulp for the others.
    private static Optional<DoubleUnaryOperator> elementary(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "acos" -> StrictMath::acos;
                    case "acosh" -> ElementaryFunctions::acosh;
                    case "asin" -> StrictMath::asin;
                    case "asinh" -> ElementaryFunctions::asinh;
                    case "atan" -> StrictMath::atan;
                    case "atanh" -> ElementaryFunctions::atanh;
                    case "cbrt" -> StrictMath::cbrt;
                    case "cos" -> StrictMath::cos;
                    case "cosh" -> StrictMath::cosh;
                    case "cospi" -> TrigonometricFunctions::cospi;
                    case "exp" -> StrictMath::exp;
                    case "exp10" -> x -> StrictMath.pow(10, x);
                    case "exp2" -> x -> StrictMath.pow(2, x);
                    case "expm1" -> StrictMath::expm1;
                    case "log" -> StrictMath::log;
                    case "log10" -> StrictMath::log10;
                    case "log1p" -> StrictMath::log1p;
                    case "log2" -> ElementaryFunctions::log2;
                    case "rcbrt" -> x -> 1 / StrictMath.cbrt(x);
                    case "rsqrt" -> x -> 1 / Math.sqrt(x);
                    case "sin" -> StrictMath::sin;
                    case "sinh" -> StrictMath::sinh;
                    case "sinpi" -> TrigonometricFunctions::sinpi;
                    case "sqrt" -> Math::sqrt;
                    case "tan" -> StrictMath::tan;
                    case "tanh" -> StrictMath::tanh;
                    default -> null;
                });
    }

    /// Errors are those of [ErrorFunctions], [GammaFunctions] and [BesselFunctions].
    private static Optional<DoubleUnaryOperator> special(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "cyl_bessel_i0" -> x -> BesselFunctions.i(0, x);
                    case "cyl_bessel_i1" -> x -> BesselFunctions.i(1, x);
                    case "erf" -> ErrorFunctions::erf;
                    case "erfc" -> ErrorFunctions::erfc;
                    case "erfcinv" -> ErrorFunctions::inverseComplement;
                    case "erfcx" -> ErrorFunctions::erfcx;
                    case "erfinv" -> ErrorFunctions::inverse;
                    case "j0" -> x -> BesselFunctions.j(0, x);
                    case "j1" -> x -> BesselFunctions.j(1, x);
                    case "lgamma" -> GammaFunctions::logarithmOfGamma;
                    case "normcdf" -> ErrorFunctions::normalDistribution;
                    case "normcdfinv" -> ErrorFunctions::normalQuantile;
                    case "tgamma" -> GammaFunctions::gamma;
                    case "y0" -> x -> BesselFunctions.y(0, x);
                    case "y1" -> x -> BesselFunctions.y(1, x);
                    default -> null;
                });
    }

    /// Exact.
    private static Optional<DoubleUnaryOperator> rounding(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "ceil" -> Math::ceil;
                    case "fabs" -> Math::abs;
                    case "floor" -> Math::floor;
                    case "logb" -> ElementaryFunctions::logb;
                    case "nearbyint", "rint" -> Math::rint;
                    case "round" -> ElementaryFunctions::round;
                    case "trunc" -> x -> Conversions.round(x, RoundingMode.ZERO);
                    default -> null;
                });
    }

    /// Errors are below 1 ulp; of rhypot below 2 ulp.
    static Optional<DoubleBinaryOperator> binary(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "atan2" -> StrictMath::atan2;
                    case "copysign" -> Math::copySign;
                    case "fdim" -> ElementaryFunctions::positiveDifference;
                    case "fmax" -> Floats::maximum;
                    case "fmin" -> Floats::minimum;
                    case "fmod" -> (a, b) -> a % b;
                    case "hypot" -> StrictMath::hypot;
                    case "pow" -> ElementaryFunctions::power;
                    case "remainder" -> Math::IEEEremainder;
                    case "rhypot" -> (a, b) -> ElementaryFunctions.inverseNorm(a, b, 0);
                    default -> null;
                });
    }

    /// Errors are below 1 ulp; of rnorm3d below 2 ulp.
    static Optional<Ternary> ternary(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "norm3d" -> ElementaryFunctions::norm;
                    case "rnorm3d" -> ElementaryFunctions::inverseNorm;
                    default -> null;
                });
    }
}
