package org.offloadtck.implementation.expression;

import org.offloadtck.conformance.data.DataException;

/// Moves values between types, and says which type two operands meet in.
///
/// @param column of the operator or function, for diagnostics
record Conversion(ExpressionText expression, int column) {

    /// The later of the two types in the order `i32 i64 f32 f64`, or for complex numbers the wider
    /// of two complex types.
    ElementType common(Value left, Value right) {
        var a = left.type();
        var b = right.type();
        if (a.isComplex() != b.isComplex()) {
            throw expression.malformed(
                    column,
                    "operands are %s and %s when both or neither should be complex"
                            .formatted(a, b));
        }
        return a.compareTo(b) >= 0 ? a : b;
    }

    long integer(Value value) {
        return switch (value) {
            case Value.I32(int integer) -> integer;
            case Value.I64(long integer) -> integer;
            case Value.F32 _, Value.F64 _, Value.Complex64 _, Value.Complex128 _ ->
                    throw unsuitable(value, "an integer");
        };
    }

    double real(Value value) {
        return switch (value) {
            case Value.I32(int integer) -> integer;
            case Value.I64(long integer) -> integer;
            case Value.F32(float real) -> real;
            case Value.F64(double real) -> real;
            case Value.Complex64 _, Value.Complex128 _ -> throw unsuitable(value, "real");
        };
    }

    Value.Complex128 wide(Value value) {
        return switch (value) {
            case Value.Complex64(float re, float im) -> new Value.Complex128(re, im);
            case Value.Complex128 complex -> complex;
            case Value.I32 _, Value.I64 _, Value.F32 _, Value.F64 _ ->
                    throw unsuitable(value, "complex");
        };
    }

    Value i32(Value value) {
        return new Value.I32(value.type().isInteger() ? (int) integer(value) : (int) real(value));
    }

    Value i64(Value value) {
        return new Value.I64(value.type().isInteger() ? integer(value) : (long) real(value));
    }

    /// From an `i64` in one rounding, not by way of `double`.
    Value.F32 f32(Value value) {
        return new Value.F32(
                value.type().isInteger() ? (float) integer(value) : (float) real(value));
    }

    Value f64(Value value) {
        return new Value.F64(real(value));
    }

    Value complex(Value re, Value im) {
        return re instanceof Value.F32(float a) && im instanceof Value.F32(float b)
                ? new Value.Complex64(a, b)
                : new Value.Complex128(real(re), real(im));
    }

    Value realPart(Value value) {
        return value instanceof Value.Complex64(float re, _)
                ? new Value.F32(re)
                : new Value.F64(wide(value).re());
    }

    Value imaginaryPart(Value value) {
        return value instanceof Value.Complex64(_, float im)
                ? new Value.F32(im)
                : new Value.F64(wide(value).im());
    }

    private DataException unsuitable(Value value, String expectation) {
        return expression.malformed(
                column, "operand is %s when it should be %s".formatted(value.type(), expectation));
    }
}
