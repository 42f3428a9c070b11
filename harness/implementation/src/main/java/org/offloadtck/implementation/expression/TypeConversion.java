package org.offloadtck.implementation.expression;

import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;

/// Conversions between types, and the common type of two operands.
///
/// @param column of the operator or function, for diagnostics
record TypeConversion(ExpressionText expression, int column) {

    /// The later of the two types in the order `i32 i64 f32 f64`, or for complex numbers the wider
    /// of two complex types.
    ElementType common(ElementValue left, ElementValue right) {
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

    long integer(ElementValue value) {
        return switch (value) {
            case ElementValue.I32(int integer) -> integer;
            case ElementValue.I64(long integer) -> integer;
            case ElementValue.F32 _,
                    ElementValue.F64 _,
                    ElementValue.Complex64 _,
                    ElementValue.Complex128 _ ->
                    throw unsuitable(value, "an integer");
        };
    }

    double real(ElementValue value) {
        return switch (value) {
            case ElementValue.I32(int integer) -> integer;
            case ElementValue.I64(long integer) -> integer;
            case ElementValue.F32(float real) -> real;
            case ElementValue.F64(double real) -> real;
            case ElementValue.Complex64 _, ElementValue.Complex128 _ ->
                    throw unsuitable(value, "real");
        };
    }

    ElementValue.Complex128 wide(ElementValue value) {
        return switch (value) {
            case ElementValue.Complex64(float re, float im) -> new ElementValue.Complex128(re, im);
            case ElementValue.Complex128 complex -> complex;
            case ElementValue.I32 _, ElementValue.I64 _, ElementValue.F32 _, ElementValue.F64 _ ->
                    throw unsuitable(value, "complex");
        };
    }

    ElementValue i32(ElementValue value) {
        return new ElementValue.I32(
                value.type().isInteger() ? (int) integer(value) : (int) real(value));
    }

    ElementValue i64(ElementValue value) {
        return new ElementValue.I64(value.type().isInteger() ? integer(value) : (long) real(value));
    }

    /// Rounds an `i64` once, not through `double`.
    ElementValue.F32 f32(ElementValue value) {
        return new ElementValue.F32(
                value.type().isInteger() ? (float) integer(value) : (float) real(value));
    }

    ElementValue f64(ElementValue value) {
        return new ElementValue.F64(real(value));
    }

    ElementValue complex(ElementValue re, ElementValue im) {
        return re instanceof ElementValue.F32(float a) && im instanceof ElementValue.F32(float b)
                ? new ElementValue.Complex64(a, b)
                : new ElementValue.Complex128(real(re), real(im));
    }

    /// A root of a `float` is rounded twice, through `double`, to what one rounding gives.
    ElementValue squareRoot(ElementValue value) {
        return value instanceof ElementValue.F32(float real)
                ? new ElementValue.F32((float) Math.sqrt(real))
                : new ElementValue.F64(Math.sqrt(real(value)));
    }

    /// The same bits on every host, as no `Math.exp` promises.
    ElementValue exponential(ElementValue value) {
        double exponential = StrictMath.exp(real(value));
        return value instanceof ElementValue.F32
                ? new ElementValue.F32((float) exponential)
                : new ElementValue.F64(exponential);
    }

    ElementValue realPart(ElementValue value) {
        return value instanceof ElementValue.Complex64(float re, _)
                ? new ElementValue.F32(re)
                : new ElementValue.F64(wide(value).re());
    }

    ElementValue imaginaryPart(ElementValue value) {
        return value instanceof ElementValue.Complex64(_, float im)
                ? new ElementValue.F32(im)
                : new ElementValue.F64(wide(value).im());
    }

    private DataException unsuitable(ElementValue value, String expectation) {
        return expression.malformed(
                column, "operand is %s when it should be %s".formatted(value.type(), expectation));
    }
}
