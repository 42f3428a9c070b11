package org.offloadtck.engine.libdevice;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import java.math.BigDecimal;
import java.util.Optional;
import org.offloadtck.engine.semantics.LaneFunction;

/// The libdevice functions that depend on their arguments only, at most three.
public final class Libdevice {

    private static final String PREFIX = "__nv_";

    private Libdevice() {}

    /// The function with the given symbol, such as `__nv_sinf`.
    public static Optional<LaneFunction> function(String symbol) {
        if (!symbol.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String name = symbol.substring(PREFIX.length());
        return precise(name)
                .or(() -> single(name))
                .or(() -> mixed(name))
                .or(() -> BitFunctions.function(name))
                .or(() -> IntegerFunctions.function(name))
                .or(() -> FastFunctions.function(name))
                .or(() -> RoundedFunctions.function(name));
    }

    /// Functions of 64-bit numbers.
    private static Optional<LaneFunction> precise(String name) {
        return RealFunctions.unary(name)
                .<LaneFunction>map(f -> (a, _, _) -> bits(f.applyAsDouble(f64(a)), a, 0, 0))
                .or(() ->
                        RealFunctions.binary(name)
                                .map(f ->
                                        (a, b, _) ->
                                                bits(f.applyAsDouble(f64(a), f64(b)), a, b, 0)))
                .or(() ->
                        RealFunctions.ternary(name)
                                .map(f ->
                                        (a, b, c) -> bits(f.of(f64(a), f64(b), f64(c)), a, b, c)));
    }

    /// The same functions of 32-bit numbers. Their names end in `f`.
    private static Optional<LaneFunction> single(String name) {
        if (!name.endsWith("f")) {
            return Optional.empty();
        }
        String stem = name.substring(0, name.length() - 1);
        return RealFunctions.unary(stem)
                .<LaneFunction>map(f -> (a, _, _) -> bits((float) f.applyAsDouble(f32(a))))
                .or(() ->
                        RealFunctions.binary(stem)
                                .map(f ->
                                        (a, b, _) -> bits((float) f.applyAsDouble(f32(a), f32(b)))))
                .or(() ->
                        RealFunctions.ternary(stem)
                                .map(f -> (a, b, c) -> bits((float) f.of(f32(a), f32(b), f32(c)))));
    }

    /// Functions with an integer operand, and those that are not the rounded 64-bit function.
    private static Optional<LaneFunction> mixed(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "fma" -> (a, b, c) -> bits(Math.fma(f64(a), f64(b), f64(c)), a, b, c);
                    case "fmaf" -> (a, b, c) -> bits(Math.fma(f32(a), f32(b), f32(c)));
                    case "frsqrt_rn" -> (a, _, _) -> bits(reciprocalRoot(f32(a)));
                    case "jn" -> (a, b, _) -> bits(BesselFunctions.j((int) a, f64(b)), b, 0, 0);
                    case "jnf" -> (a, b, _) -> bits((float) BesselFunctions.j((int) a, f32(b)));
                    case "powi" ->
                            (a, b, _) -> bits(ElementaryFunctions.power(f64(a), (int) b), a, 0, 0);
                    case "powif" ->
                            (a, b, _) -> bits((float) ElementaryFunctions.power(f32(a), (int) b));
                    case "yn" -> (a, b, _) -> bits(BesselFunctions.y((int) a, f64(b)), b, 0, 0);
                    case "ynf" -> (a, b, _) -> bits((float) BesselFunctions.y((int) a, f32(b)));
                    default -> null;
                });
    }

    /// The correctly rounded reciprocal square root. It is the approximate result or one of its
    /// neighbours; the exact result is compared with the midpoints between them.
    private static float reciprocalRoot(float a) {
        float near = (float) (1 / Math.sqrt(a));
        if (!Float.isFinite(near) || near == 0) {
            return near;
        }
        if (exceeds(a, ((double) near + Math.nextUp(near)) / 2)) {
            return Math.nextUp(near);
        }
        return exceeds(a, ((double) near + Math.nextDown(near)) / 2) ? near : Math.nextDown(near);
    }

    /// Whether 1/√a is more than `middle`.
    private static boolean exceeds(float a, double middle) {
        var exact = new BigDecimal(middle);
        return exact.multiply(exact).multiply(new BigDecimal(a)).compareTo(BigDecimal.ONE) < 0;
    }
}
