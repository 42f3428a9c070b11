package org.offloadtck.engine.libdevice;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import java.util.Optional;
import org.offloadtck.engine.semantics.Approximations;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.LaneFunction;

/// Functions between numbers and their bits, exponents and neighbours, by their names without
/// prefix. All are exact but `rcp64h`, the reciprocal of [Approximations#grossReciprocal].
final class BitFunctions {

    private static final Width LONG = new Width(Long.SIZE, Signedness.SIGNED);
    private static final int WORD = Integer.SIZE;
    private static final long LOW = 0xffff_ffffL;

    private BitFunctions() {}

    static Optional<LaneFunction> function(String name) {
        return casts(name)
                .or(() -> questions(name))
                .or(() -> exponents(name))
                .or(() -> neighbours(name));
    }

    private static Optional<LaneFunction> casts(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "double_as_longlong",
                            "longlong_as_double",
                            "float_as_int",
                            "float_as_uint",
                            "int_as_float",
                            "uint_as_float" ->
                            (a, _, _) -> a;
                    case "double2hiint" -> (a, _, _) -> a >>> WORD;
                    case "double2loint" -> (a, _, _) -> a & LOW;
                    case "hiloint2double" -> (high, low, _) -> (high << WORD) | low;
                    case "float2half_rn" -> (a, _, _) -> Floats.bits16(f32(a));
                    case "half2float" -> (a, _, _) -> bits(Floats.f16(a));
                    default -> null;
                });
    }

    /// Questions about a number, answered 0 or 1.
    private static Optional<LaneFunction> questions(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "isnand" -> (a, _, _) -> truth(Double.isNaN(f64(a)));
                    case "isnanf" -> (a, _, _) -> truth(Float.isNaN(f32(a)));
                    case "isinfd" -> (a, _, _) -> truth(Double.isInfinite(f64(a)));
                    case "isinff" -> (a, _, _) -> truth(Float.isInfinite(f32(a)));
                    case "isfinited" -> (a, _, _) -> truth(Double.isFinite(f64(a)));
                    case "finitef" -> (a, _, _) -> truth(Float.isFinite(f32(a)));
                    case "signbitd" -> (a, _, _) -> a >>> (Long.SIZE - 1);
                    case "signbitf" -> (a, _, _) -> a >>> (WORD - 1);
                    default -> null;
                });
    }

    private static long truth(boolean holds) {
        return holds ? 1 : 0;
    }

    private static Optional<LaneFunction> exponents(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "ilogb" -> (a, _, _) -> exponent(f64(a));
                    case "ilogbf" -> (a, _, _) -> exponent(f32(a));
                    case "scalbn", "ldexp" ->
                            (a, b, _) -> bits(Math.scalb(f64(a), (int) b), a, 0, 0);
                    case "scalbnf", "ldexpf" -> (a, b, _) -> bits(Math.scalb(f32(a), (int) b));
                    default -> null;
                });
    }

    /// The exponent; the least integer of 0 and NaN, the largest of infinities.
    private static long exponent(double a) {
        return Double.isNaN(a)
                ? Integer.MIN_VALUE & LOW
                : (long) (int) ElementaryFunctions.logb(a) & LOW;
    }

    private static Optional<LaneFunction> neighbours(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "llrint" -> (a, _, _) -> whole(Math.rint(f64(a)));
                    case "llrintf" -> (a, _, _) -> whole(Math.rint(f32(a)));
                    case "llround" -> (a, _, _) -> whole(ElementaryFunctions.round(f64(a)));
                    case "llroundf" -> (a, _, _) -> whole(ElementaryFunctions.round(f32(a)));
                    case "nextafter" -> (a, b, _) -> bits(Math.nextAfter(f64(a), f64(b)), a, b, 0);
                    case "nextafterf" -> (a, b, _) -> bits(Math.nextAfter(f32(a), f32(b)));
                    case "rcp64h" ->
                            (a, _, _) -> bits(Approximations.grossReciprocal(f64(a)), a, 0, 0);
                    case "saturatef" -> (a, _, _) -> bits(Floats.saturate(f32(a)));
                    default -> null;
                });
    }

    private static long whole(double integral) {
        return Conversions.toInteger(integral, LONG, Long.MIN_VALUE);
    }
}
