package org.offloadtck.implementation.expression;

import java.util.Optional;
import java.util.stream.Stream;

/// An infix operator. Higher precedence binds tighter; all associate to the left.
///
/// @see "C11, 6.5.5 to 6.5.12"
enum BinaryOperator {
    OR("|", 1),
    XOR("^", 2),
    AND("&", 3),
    EQUAL("==", 4),
    NOT_EQUAL("!=", 4),
    LESS("<", 5),
    LESS_OR_EQUAL("<=", 5),
    GREATER(">", 5),
    GREATER_OR_EQUAL(">=", 5),
    SHIFT_LEFT("<<", 6),
    /// Arithmetic for both integer types, which are signed.
    SHIFT_RIGHT(">>", 6),
    ADD("+", 7),
    SUBTRACT("-", 7),
    MULTIPLY("*", 8),
    DIVIDE("/", 8),
    REMAINDER("%", 8);

    static final int LOWEST_PRECEDENCE = 1;

    private final String spelling;
    private final int precedence;

    BinaryOperator(String spelling, int precedence) {
        this.spelling = spelling;
        this.precedence = precedence;
    }

    static Optional<BinaryOperator> of(String spelling) {
        return Stream.of(values()).filter(op -> op.spelling.equals(spelling)).findFirst();
    }

    int precedence() {
        return precedence;
    }

    @Override
    public String toString() {
        return spelling;
    }
}
