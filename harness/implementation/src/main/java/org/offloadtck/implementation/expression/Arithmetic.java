package org.offloadtck.implementation.expression;

import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;

/// The operators on values: both operands are converted to their common type, then one IEEE 754 or
/// two's complement operation is performed in it. Operations are never contracted.
///
/// `f32` operations are performed in `double` and rounded: for `+ - * /` and the square root of
/// `float`s this equals rounding once (Figueroa, When is double rounding innocuous?, SIGNUM
/// Newsletter 30(3), 1995), and remainders are exact.
///
/// @param column of the operator or function, for diagnostics
/// @see "C11, 6.3.1.8: usual arithmetic conversions"
record Arithmetic(ExpressionText expression, int column) {

    ElementValue apply(BinaryOperator operator, ElementValue left, ElementValue right) {
        var conversion = new TypeConversion(expression, column);
        var type = conversion.common(left, right);
        return switch (type) {
            case I32, I64 ->
                    integers(operator, conversion.integer(left), conversion.integer(right), type);
            case F32 ->
                    reals(
                            operator,
                            conversion.f32(left).value(),
                            conversion.f32(right).value(),
                            type);
            case F64 -> reals(operator, conversion.real(left), conversion.real(right), type);
            case COMPLEX64, COMPLEX128 ->
                    complexes(operator, conversion.wide(left), conversion.wide(right), type);
        };
    }

    ElementValue negate(ElementValue operand) {
        return switch (operand) {
            case ElementValue.I32(int value) -> new ElementValue.I32(-value);
            case ElementValue.I64(long value) -> new ElementValue.I64(-value);
            case ElementValue.F32(float value) -> new ElementValue.F32(-value);
            case ElementValue.F64(double value) -> new ElementValue.F64(-value);
            case ElementValue.Complex64(float re, float im) -> new ElementValue.Complex64(-re, -im);
            case ElementValue.Complex128(double re, double im) ->
                    new ElementValue.Complex128(-re, -im);
        };
    }

    ElementValue complement(ElementValue operand) {
        return switch (operand) {
            case ElementValue.I32(int value) -> new ElementValue.I32(~value);
            case ElementValue.I64(long value) -> new ElementValue.I64(~value);
            case ElementValue.F32 _,
                    ElementValue.F64 _,
                    ElementValue.Complex64 _,
                    ElementValue.Complex128 _ ->
                    throw undefined("~", operand.type());
        };
    }

    private ElementValue integers(BinaryOperator operator, long a, long b, ElementType type) {
        return switch (operator) {
            case ADD -> wrap(a + b, type);
            case SUBTRACT -> wrap(a - b, type);
            case MULTIPLY -> wrap(a * b, type);
            case DIVIDE -> wrap(a / divisor(b), type);
            case REMAINDER -> wrap(a % divisor(b), type);
            case OR -> wrap(a | b, type);
            case XOR -> wrap(a ^ b, type);
            case AND -> wrap(a & b, type);
            case SHIFT_LEFT -> wrap(a << distance(b, type), type);
            case SHIFT_RIGHT -> wrap(a >> distance(b, type), type);
            case EQUAL -> truth(a == b);
            case NOT_EQUAL -> truth(a != b);
            case LESS -> truth(a < b);
            case LESS_OR_EQUAL -> truth(a <= b);
            case GREATER -> truth(a > b);
            case GREATER_OR_EQUAL -> truth(a >= b);
        };
    }

    private ElementValue reals(BinaryOperator operator, double a, double b, ElementType type) {
        return switch (operator) {
            case ADD -> round(a + b, type);
            case SUBTRACT -> round(a - b, type);
            case MULTIPLY -> round(a * b, type);
            case DIVIDE -> round(a / b, type);
            case REMAINDER -> round(a % b, type);
            case EQUAL -> truth(a == b);
            case NOT_EQUAL -> truth(a != b);
            case LESS -> truth(a < b);
            case LESS_OR_EQUAL -> truth(a <= b);
            case GREATER -> truth(a > b);
            case GREATER_OR_EQUAL -> truth(a >= b);
            case OR, XOR, AND, SHIFT_LEFT, SHIFT_RIGHT -> throw undefined(operator, type);
        };
    }

    private ElementValue complexes(
            BinaryOperator operator,
            ElementValue.Complex128 z,
            ElementValue.Complex128 w,
            ElementType type) {
        var product = type == ElementType.COMPLEX64 ? ComplexProduct.FLOAT : ComplexProduct.DOUBLE;
        return switch (operator) {
            case ADD -> round(new ElementValue.Complex128(z.re() + w.re(), z.im() + w.im()), type);
            case SUBTRACT ->
                    round(new ElementValue.Complex128(z.re() - w.re(), z.im() - w.im()), type);
            case MULTIPLY -> round(product.of(z, w), type);
            case EQUAL -> truth(z.re() == w.re() && z.im() == w.im());
            case NOT_EQUAL -> truth(z.re() != w.re() || z.im() != w.im());
            case DIVIDE, REMAINDER, OR, XOR, AND -> throw undefined(operator, type);
            case SHIFT_LEFT, SHIFT_RIGHT -> throw undefined(operator, type);
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> throw undefined(operator, type);
        };
    }

    private long divisor(long value) {
        if (value == 0) {
            throw expression.malformed(column, "divisor is 0");
        }
        return value;
    }

    private long distance(long value, ElementType type) {
        int bits = type == ElementType.I32 ? Integer.SIZE : Long.SIZE;
        if (value < 0 || value >= bits) {
            throw expression.malformed(
                    column,
                    "shift distance is %d when it should be less than %d".formatted(value, bits));
        }
        return value;
    }

    private DataException undefined(Object operator, ElementType type) {
        return expression.malformed(
                column, "operator is %s, which %s does not have".formatted(operator, type));
    }

    private static ElementValue wrap(long value, ElementType type) {
        return type == ElementType.I32
                ? new ElementValue.I32((int) value)
                : new ElementValue.I64(value);
    }

    private static ElementValue round(double value, ElementType type) {
        return type == ElementType.F32
                ? new ElementValue.F32((float) value)
                : new ElementValue.F64(value);
    }

    private static ElementValue round(ElementValue.Complex128 value, ElementType type) {
        return type == ElementType.COMPLEX64
                ? new ElementValue.Complex64((float) value.re(), (float) value.im())
                : value;
    }

    private static ElementValue truth(boolean holds) {
        return new ElementValue.I32(holds ? 1 : 0);
    }
}
