package org.offloadtck.engine.libdevice;

import static org.offloadtck.engine.semantics.Floats.bits;
import static org.offloadtck.engine.semantics.Floats.f32;
import static org.offloadtck.engine.semantics.Floats.f64;

import java.util.Optional;
import org.offloadtck.engine.semantics.Conversions;
import org.offloadtck.engine.semantics.Integers.Signedness;
import org.offloadtck.engine.semantics.Integers.Width;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.RoundedArithmetic;
import org.offloadtck.engine.semantics.RoundingMode;

/// Arithmetic and conversions with a rounding mode in the name: `dadd_rz`, `fmaf_ru`,
/// `double2int_rn`. All are correctly rounded.
final class RoundedFunctions {

    private RoundedFunctions() {}

    /// The function with the given name, which ends in `_rn`, `_rz`, `_rd` or `_ru`.
    static Optional<LaneFunction> function(String name) {
        int end = name.length() - "_rn".length();
        if (end < 1) {
            return Optional.empty();
        }
        String stem = name.substring(0, end);
        return mode(name.substring(end))
                .flatMap(mode ->
                        precise(stem, mode)
                                .or(() -> single(stem, mode))
                                .or(() -> conversion(stem, mode)));
    }

    private static Optional<RoundingMode> mode(String ending) {
        return switch (ending) {
            case "_rn" -> Optional.of(RoundingMode.NEAREST);
            case "_rz" -> Optional.of(RoundingMode.ZERO);
            case "_rd" -> Optional.of(RoundingMode.DOWN);
            case "_ru" -> Optional.of(RoundingMode.UP);
            default -> Optional.empty();
        };
    }

    private static Optional<LaneFunction> precise(String stem, RoundingMode mode) {
        return Optional.ofNullable(
                switch (stem) {
                    case "dadd" -> of((a, b, _) -> RoundedArithmetic.add(a, b, mode));
                    case "dsub" -> of((a, b, _) -> RoundedArithmetic.add(a, -b, mode));
                    case "dmul" -> of((a, b, _) -> RoundedArithmetic.multiply(a, b, mode));
                    case "ddiv" -> of((a, b, _) -> RoundedArithmetic.divide(a, b, mode));
                    case "drcp" -> of((a, _, _) -> RoundedArithmetic.divide(1, a, mode));
                    case "dsqrt" -> of((a, _, _) -> RoundedArithmetic.squareRoot(a, mode));
                    case "fma" -> of((a, b, c) -> RoundedArithmetic.fma(a, b, c, mode));
                    default -> null;
                });
    }

    private static Optional<LaneFunction> single(String stem, RoundingMode mode) {
        return Optional.ofNullable(
                switch (stem) {
                    case "fadd" -> ofSingle((a, b, _) -> RoundedArithmetic.add(a, b, mode));
                    case "fsub" -> ofSingle((a, b, _) -> RoundedArithmetic.add(a, -b, mode));
                    case "fmul" -> ofSingle((a, b, _) -> RoundedArithmetic.multiply(a, b, mode));
                    case "fdiv" -> ofSingle((a, b, _) -> RoundedArithmetic.divide(a, b, mode));
                    case "frcp" -> ofSingle((a, _, _) -> RoundedArithmetic.divide(1, a, mode));
                    case "fsqrt" -> ofSingle((a, _, _) -> RoundedArithmetic.squareRoot(a, mode));
                    case "fmaf", "fmaf_ieee" ->
                            ofSingle((a, b, c) -> RoundedArithmetic.fma(a, b, c, mode));
                    default -> null;
                });
    }

    private static LaneFunction of(RealFunctions.Ternary function) {
        return (a, b, c) -> bits(function.of(f64(a), f64(b), f64(c)), a, b, c);
    }

    private interface Single {
        float of(float a, float b, float c);
    }

    private static LaneFunction ofSingle(Single function) {
        return (a, b, c) -> bits(function.of(f32(a), f32(b), f32(c)));
    }

    /// A type in the name of a conversion, such as `int` of `double2int`.
    private enum Kind {
        DOUBLE,
        FLOAT,
        INT,
        UINT,
        LL,
        ULL;

        static Optional<Kind> named(String name) {
            return switch (name) {
                case "double" -> Optional.of(DOUBLE);
                case "float" -> Optional.of(FLOAT);
                case "int" -> Optional.of(INT);
                case "uint" -> Optional.of(UINT);
                case "ll" -> Optional.of(LL);
                case "ull" -> Optional.of(ULL);
                default -> Optional.empty();
            };
        }

        boolean isReal() {
            return this == DOUBLE || this == FLOAT;
        }

        Width width() {
            var sign = this == INT || this == LL ? Signedness.SIGNED : Signedness.UNSIGNED;
            boolean wide = this == LL || this == ULL || this == DOUBLE;
            return new Width(wide ? Long.SIZE : Integer.SIZE, sign);
        }
    }

    private static Optional<LaneFunction> conversion(String stem, RoundingMode mode) {
        int two = stem.indexOf('2');
        if (two < 0) {
            return Optional.empty();
        }
        var from = Kind.named(stem.substring(0, two));
        var to = Kind.named(stem.substring(two + 1));
        return from.isPresent() && to.isPresent()
                ? conversion(from.orElseThrow(), to.orElseThrow(), mode)
                : Optional.empty();
    }

    private static Optional<LaneFunction> conversion(Kind from, Kind to, RoundingMode mode) {
        if (from == Kind.DOUBLE && to == Kind.FLOAT) {
            return Optional.of((a, _, _) -> bits(RoundedArithmetic.narrow(f64(a), mode)));
        }
        if (from.isReal()) {
            return to.isReal() ? Optional.empty() : Optional.of(toInteger(from, to, mode));
        }
        var width = from.width();
        boolean exact = to == Kind.DOUBLE && width.bits() == Integer.SIZE;
        return switch (to) {
            case DOUBLE ->
                    exact && mode != RoundingMode.NEAREST
                            ? Optional.empty()
                            : Optional.of((a, _, _) ->
                                    Double.doubleToRawLongBits(
                                            Conversions.toDouble(a, width, mode)));
            case FLOAT -> Optional.of((a, _, _) -> bits(Conversions.toFloat(a, width, mode)));
            case INT, UINT, LL, ULL -> Optional.empty();
        };
    }

    private static LaneFunction toInteger(Kind from, Kind to, RoundingMode mode) {
        var width = to.width();
        long nan = Conversions.nanAsInteger(from.width().bits(), width.bits());
        return from == Kind.DOUBLE
                ? (a, _, _) -> Conversions.toInteger(Conversions.round(f64(a), mode), width, nan)
                : (a, _, _) -> Conversions.toInteger(Conversions.round(f32(a), mode), width, nan);
    }
}
