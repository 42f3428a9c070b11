package org.offloadtck.ptx.text.declaration;

import java.util.Optional;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.ptx.text.declaration.Constant.Real;
import org.offloadtck.ptx.text.declaration.Constant.Signedness;
import org.offloadtck.ptx.text.declaration.Constant.Whole;

/// A binary operator of constant expressions (PTX ISA §4.5.5), with the result that `ptxas` of CUDA
/// 13.0 computes. Operators that begin with the same token are listed with the longest first.
enum ConstantOperator {
    LOGICAL_OR("||", TokenKind.BAR, 1),
    LOGICAL_AND("&&", TokenKind.AMPERSAND, 2),
    OR("|", TokenKind.BAR, 3),
    XOR("^", TokenKind.CARET, 4),
    AND("&", TokenKind.AMPERSAND, 5),
    EQUAL("==", TokenKind.EQUALS, 6),
    UNEQUAL("!=", TokenKind.BANG, 6),
    AT_MOST("<=", TokenKind.LESS, 7),
    AT_LEAST(">=", TokenKind.GREATER, 7),
    SHIFT_LEFT("<<", TokenKind.LESS, 8),
    SHIFT_RIGHT(">>", TokenKind.GREATER, 8),
    LESS("<", TokenKind.LESS, 7),
    GREATER(">", TokenKind.GREATER, 7),
    ADD("+", TokenKind.PLUS, 9),
    SUBTRACT("-", TokenKind.MINUS, 9),
    MULTIPLY("*", TokenKind.STAR, 10),
    DIVIDE("/", TokenKind.SLASH, 10),
    /// A name to the lexer, since `%` begins names of registers; `ptxas` reads it alike.
    REMAINDER("%", TokenKind.NAME, 10);

    private final String symbol;
    private final TokenKind first;
    private final int precedence;

    ConstantOperator(String symbol, TokenKind first, int precedence) {
        this.symbol = symbol;
        this.first = first;
        this.precedence = precedence;
    }

    String symbol() {
        return symbol;
    }

    /// The kind of the first of its one or two tokens.
    TokenKind first() {
        return first;
    }

    /// Greater for an operator that binds tighter.
    int precedence() {
        return precedence;
    }

    /// Why the operands have no result; empty if they have one.
    Optional<String> problem(Constant left, Constant right) {
        boolean whole = left instanceof Whole && right instanceof Whole;
        boolean real = left instanceof Real && right instanceof Real;
        if (!whole && !(real && acceptsReals())) {
            return Optional.of(
                    "operands of '%s' are %s and %s when they should be two integers%s"
                            .formatted(
                                    symbol,
                                    left.description(),
                                    right.description(),
                                    acceptsReals() ? " or two .f64 numbers" : ""));
        }
        boolean divides = this == DIVIDE || this == REMAINDER;
        if (divides && isZero(right)) {
            return Optional.of(
                    "the divisor of '%s' is 0 when it should be another number".formatted(symbol));
        }
        return this == DIVIDE && overflows(left, right)
                ? Optional.of("the quotient is 2^63 when 2^63 - 1 is the most")
                : Optional.empty();
    }

    private boolean acceptsReals() {
        return switch (this) {
            case EQUAL,
                    UNEQUAL,
                    AT_MOST,
                    AT_LEAST,
                    LESS,
                    GREATER,
                    ADD,
                    SUBTRACT,
                    MULTIPLY,
                    DIVIDE ->
                    true;
            case LOGICAL_OR, LOGICAL_AND, OR, XOR, AND, SHIFT_LEFT, SHIFT_RIGHT, REMAINDER -> false;
        };
    }

    private static boolean isZero(Constant divisor) {
        return switch (divisor) {
            case Whole(long value, _) -> value == 0;
            case Real(double value) -> value == 0;
            case Constant.Single _ -> false;
        };
    }

    private static boolean overflows(Constant left, Constant right) {
        return left.equals(Constant.signed(Long.MIN_VALUE)) && right.equals(Constant.signed(-1));
    }

    /// The result for operands that have no [problem][#problem].
    Constant apply(Constant left, Constant right) {
        if (left instanceof Real(double a) && right instanceof Real(double b)) {
            return real(a, b);
        }
        if (left instanceof Whole a && right instanceof Whole b) {
            return whole(a, b);
        }
        throw new IllegalStateException("operands of '%s' have no result".formatted(symbol));
    }

    private Constant real(double a, double b) {
        return switch (this) {
            case ADD -> new Real(a + b);
            case SUBTRACT -> new Real(a - b);
            case MULTIPLY -> new Real(a * b);
            case DIVIDE -> new Real(a / b);
            case EQUAL -> Constant.truth(a == b);
            case UNEQUAL -> Constant.truth(a != b);
            case LESS -> Constant.truth(a < b);
            case AT_MOST -> Constant.truth(a <= b);
            case GREATER -> Constant.truth(a > b);
            case AT_LEAST -> Constant.truth(a >= b);
            case LOGICAL_OR, LOGICAL_AND, OR, XOR, AND, SHIFT_LEFT, SHIFT_RIGHT, REMAINDER ->
                    throw new IllegalStateException("'%s' takes integers".formatted(symbol));
        };
    }

    /// A shift has the type of its first operand and takes the low six bits of the second. A
    /// remainder is that of unsigned numbers.
    private Whole whole(Whole left, Whole right) {
        long a = left.value();
        long b = right.value();
        var type = left.signedness().common(right.signedness());
        boolean signed = type == Signedness.SIGNED;
        return switch (this) {
            case ADD -> new Whole(a + b, type);
            case SUBTRACT -> new Whole(a - b, type);
            case MULTIPLY -> new Whole(a * b, type);
            case DIVIDE -> new Whole(signed ? a / b : Long.divideUnsigned(a, b), type);
            case REMAINDER -> new Whole(Long.remainderUnsigned(a, b), Signedness.UNSIGNED);
            case OR -> new Whole(a | b, type);
            case XOR -> new Whole(a ^ b, type);
            case AND -> new Whole(a & b, type);
            case SHIFT_LEFT -> new Whole(a << b, left.signedness());
            case SHIFT_RIGHT -> new Whole(left.isSigned() ? a >> b : a >>> b, left.signedness());
            case LOGICAL_OR -> Constant.truth(a != 0 || b != 0);
            case LOGICAL_AND -> Constant.truth(a != 0 && b != 0);
            case EQUAL -> Constant.truth(a == b);
            case UNEQUAL -> Constant.truth(a != b);
            case LESS -> Constant.truth(compare(a, b, type) < 0);
            case AT_MOST -> Constant.truth(compare(a, b, type) <= 0);
            case GREATER -> Constant.truth(compare(a, b, type) > 0);
            case AT_LEAST -> Constant.truth(compare(a, b, type) >= 0);
        };
    }

    private static int compare(long a, long b, Signedness type) {
        return switch (type) {
            case SIGNED -> Long.compare(a, b);
            case UNSIGNED -> Long.compareUnsigned(a, b);
        };
    }
}
