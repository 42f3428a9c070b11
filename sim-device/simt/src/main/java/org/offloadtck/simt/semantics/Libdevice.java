package org.offloadtck.simt.semantics;

import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/// NVIDIA's libdevice functions, for code that was not linked with `libdevice.10.bc` and calls them
/// by name (*Libdevice User's Guide*, release 13.0).
///
/// `StrictMath` stands behind them, rounded once for the 32-bit ones: results are the same on every
/// host and within the errors that guide's functions have, not bit for bit those of libdevice.
public final class Libdevice {

    private static final Map<String, DoubleUnaryOperator> UNARY =
            Map.ofEntries(
                    Map.entry("acos", StrictMath::acos),
                    Map.entry("asin", StrictMath::asin),
                    Map.entry("atan", StrictMath::atan),
                    Map.entry("cbrt", StrictMath::cbrt),
                    Map.entry("ceil", Math::ceil),
                    Map.entry("cos", StrictMath::cos),
                    Map.entry("cosh", StrictMath::cosh),
                    Map.entry("exp", StrictMath::exp),
                    Map.entry("expm1", StrictMath::expm1),
                    Map.entry("fabs", Math::abs),
                    Map.entry("floor", Math::floor),
                    Map.entry("log", StrictMath::log),
                    Map.entry("log10", StrictMath::log10),
                    Map.entry("log1p", StrictMath::log1p),
                    Map.entry("logb", Libdevice::logb),
                    Map.entry("rint", Math::rint),
                    Map.entry("sin", StrictMath::sin),
                    Map.entry("sinh", StrictMath::sinh),
                    Map.entry("sqrt", Math::sqrt),
                    Map.entry("tan", StrictMath::tan),
                    Map.entry("tanh", StrictMath::tanh),
                    Map.entry("trunc", a -> Conversions.round(a, RoundingMode.ZERO)));

    private static final Map<String, DoubleBinaryOperator> BINARY =
            Map.of(
                    "atan2", StrictMath::atan2,
                    "copysign", Math::copySign,
                    "fmax", Floats::maximum,
                    "fmin", Floats::minimum,
                    "fmod", (a, b) -> a % b,
                    "hypot", StrictMath::hypot,
                    "pow", StrictMath::pow);

    /// Questions about a number, answered 0 or 1.
    private static final Map<String, DoubleUnaryOperator> PREDICATES =
            Map.of(
                    "isnan", a -> Double.isNaN(a) ? 1 : 0,
                    "isinf", a -> Double.isInfinite(a) ? 1 : 0,
                    "finite", a -> Double.isFinite(a) ? 1 : 0,
                    "isfinite", a -> Double.isFinite(a) ? 1 : 0,
                    "signbit", a -> Math.copySign(1, a) < 0 ? 1 : 0);

    private static final String PREFIX = "__nv_";

    private Libdevice() {}

    /// The function of that symbol.
    public static Optional<LaneFunction> function(String symbol) {
        if (!symbol.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String name = symbol.substring(PREFIX.length());
        return scaling(name)
                .or(() -> predicate(name))
                .or(() -> precise(name))
                .or(() -> single(name));
    }

    /// `scalbn` and `ldexp`, whose second operand is an integer.
    private static Optional<LaneFunction> scaling(String name) {
        return switch (name) {
            case "scalbn", "ldexp" ->
                    Optional.of(
                            (a, b, _) -> Floats.bits(Math.scalb(Floats.f64(a), (int) b), a, 0, 0));
            case "scalbnf", "ldexpf" ->
                    Optional.of((a, b, _) -> Floats.bits(Math.scalb(Floats.f32(a), (int) b)));
            default -> Optional.empty();
        };
    }

    /// The exponent of a number, also of a subnormal one, as a number.
    private static double logb(double a) {
        if (Double.isNaN(a) || Double.isInfinite(a)) {
            return Math.abs(a);
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return Math.abs(a) < Double.MIN_NORMAL
                ? Math.getExponent(a * 0x1p54) - 54
                : Math.getExponent(a);
    }

    private static Optional<LaneFunction> precise(String name) {
        var unary = UNARY.get(name);
        if (unary != null) {
            return Optional.of(
                    (a, _, _) -> Floats.bits(unary.applyAsDouble(Floats.f64(a)), a, 0, 0));
        }
        return Optional.ofNullable(BINARY.get(name))
                .map(f ->
                        (a, b, _) ->
                                Floats.bits(
                                        f.applyAsDouble(Floats.f64(a), Floats.f64(b)), a, b, 0));
    }

    private static Optional<LaneFunction> single(String name) {
        if (!name.endsWith("f")) {
            return Optional.empty();
        }
        String stem = name.substring(0, name.length() - 1);
        var unary = UNARY.get(stem);
        if (unary != null) {
            return Optional.of(
                    (a, _, _) -> Floats.bits((float) unary.applyAsDouble(Floats.f32(a))));
        }
        return Optional.ofNullable(BINARY.get(stem))
                .map(f ->
                        (a, b, _) ->
                                Floats.bits((float) f.applyAsDouble(Floats.f32(a), Floats.f32(b))));
    }

    private static Optional<LaneFunction> predicate(String name) {
        boolean precise = name.endsWith("d");
        if (!precise && !name.endsWith("f")) {
            return Optional.empty();
        }
        var question = PREDICATES.get(name.substring(0, name.length() - 1));
        return Optional.ofNullable(question)
                .map(q ->
                        (a, _, _) ->
                                (long) q.applyAsDouble(precise ? Floats.f64(a) : Floats.f32(a)));
    }
}
