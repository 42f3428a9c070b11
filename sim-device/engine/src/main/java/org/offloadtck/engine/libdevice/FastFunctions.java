package org.offloadtck.engine.libdevice;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;

import java.util.Optional;
import org.offloadtck.engine.semantics.Approximations;
import org.offloadtck.engine.semantics.LaneFunction;

/// The `fast_` functions, which a device computes with approximate instructions. The results here
/// are the functions rounded to 32 bits, which is within all their bounds. `fast_powf` of a
/// negative base is a NaN, for it computes a logarithm.
final class FastFunctions {

    private FastFunctions() {}

    static Optional<LaneFunction> function(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "fast_cosf" -> of((a, _) -> Approximations.cosine(a));
                    case "fast_exp10f" -> of((a, _) -> (float) StrictMath.pow(10, a));
                    case "fast_expf" -> of((a, _) -> (float) StrictMath.exp(a));
                    case "fast_fdividef" -> of((a, b) -> a / b);
                    case "fast_log10f" -> of((a, _) -> (float) StrictMath.log10(a));
                    case "fast_log2f" -> of((a, _) -> Approximations.logarithm(a));
                    case "fast_logf" -> of((a, _) -> (float) StrictMath.log(a));
                    case "fast_powf" ->
                            of((a, b) -> a < 0 ? Float.NaN : (float) StrictMath.pow(a, b));
                    case "fast_sinf" -> of((a, _) -> Approximations.sine(a));
                    case "fast_tanf" -> of((a, _) -> (float) StrictMath.tan(a));
                    case "fast_tanhf" -> of((a, _) -> Approximations.hyperbolicTangent(a));
                    default -> null;
                });
    }

    private interface Single {
        float of(float a, float b);
    }

    private static LaneFunction of(Single function) {
        return (a, b, _) -> bits(function.of(f32(a), f32(b)));
    }
}
