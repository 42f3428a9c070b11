package org.offloadtck.implementation.expression;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementValue;

/// Recursive descent over the grammar in the package documentation.
final class ExpressionParser {

    /// The limit of nesting, which keeps the parser from exhausting the stack.
    private static final int DEEPEST = 100;

    private final ExpressionText text;
    private ExpressionToken next;
    private int depth;

    ExpressionParser(ExpressionText text) {
        this.text = text;
        this.next = ExpressionToken.at(text, 0);
    }

    Term parse() {
        var term = expression();
        if (next.kind() != ExpressionToken.Kind.END) {
            throw unexpected("an operator or the end");
        }
        return term;
    }

    private Term expression() {
        if (++depth > DEEPEST) {
            throw malformed("nesting is deeper than %d levels".formatted(DEEPEST));
        }
        int column = next.column();
        var term = binary(BinaryOperator.LOWEST_PRECEDENCE);
        if (next.is("?")) {
            advance();
            var ifNonZero = expression();
            expect(":");
            term = new Term.Conditional(term, ifNonZero, expression(), column);
        }
        depth--;
        return term;
    }

    /// Operands joined by operators of at least `precedence`.
    private Term binary(int precedence) {
        var left = unary();
        while (true) {
            var operator = BinaryOperator.of(next.text());
            if (operator.isEmpty() || operator.get().precedence() < precedence) {
                return left;
            }
            int column = advance().column();
            var right = binary(operator.get().precedence() + 1);
            left = new Term.Binary(operator.get(), left, right, column);
        }
    }

    private Term unary() {
        if (!next.is("-") && !next.is("~")) {
            return primary();
        }
        if (++depth > DEEPEST) {
            throw malformed("nesting is deeper than %d levels".formatted(DEEPEST));
        }
        var operator = advance();
        var operand = unary();
        depth--;
        return operator.is("-")
                ? new Term.Negation(operand, operator.column())
                : new Term.Complement(operand, operator.column());
    }

    private Term primary() {
        return switch (next.kind()) {
            case NUMBER -> new Term.Literal(number(advance()));
            case NAME -> named(advance());
            case SYMBOL, END -> {
                expect("(", "a number, a name, '-', '~' or '('");
                var inner = expression();
                expect(")");
                yield inner;
            }
        };
    }

    private Term named(ExpressionToken name) {
        if (next.is("[")) {
            advance();
            var index = expression();
            expect("]");
            return new Term.Element(name.text(), index, name.column());
        }
        if (!next.is("(")) {
            return new Term.Name(name.text(), name.column());
        }
        return switch (name.text()) {
            case "sum" -> bound(name, Term.Sum::new);
            case "iterate" -> bound(name, Term.Iteration::new);
            case "sorted" -> orderStatistic(name);
            default -> call(name);
        };
    }

    private Term orderStatistic(ExpressionToken name) {
        expect("(");
        if (next.kind() != ExpressionToken.Kind.NAME) {
            throw unexpected("a buffer");
        }
        var buffer = advance().text();
        expect(",");
        var index = expression();
        expect(")");
        return new Term.OrderStatistic(buffer, index, name.column());
    }

    /// The four operands of a `sum` or an `iterate`, of which the first is a new name.
    private Term bound(ExpressionToken name, Binder binder) {
        expect("(");
        if (next.kind() != ExpressionToken.Kind.NAME) {
            throw unexpected("the variable of the %s".formatted(name.text()));
        }
        var variable = advance().text();
        expect(",");
        var first = expression();
        expect(",");
        var second = expression();
        expect(",");
        var body = expression();
        expect(")");
        return binder.term(variable, first, second, body, name.column());
    }

    /// Makes a term with a variable of its own.
    private interface Binder {

        Term term(String variable, Term first, Term second, Term body, int column);
    }

    private Term call(ExpressionToken name) {
        var function =
                BuiltInFunction.of(name.text())
                        .orElseThrow(() ->
                                malformed(
                                        name,
                                        "function is %s when it should be sum, iterate, sorted or one of %s"
                                                .formatted(
                                                        name, List.of(BuiltInFunction.values()))));
        var arguments = new ArrayList<Term>();
        expect("(");
        do {
            arguments.add(expression());
        } while (next.is(",") && advance().is(","));
        expect(")");
        if (arguments.size() != function.arity()) {
            throw malformed(
                    name,
                    "%s has %d arguments when it should have %d"
                            .formatted(function, arguments.size(), function.arity()));
        }
        return new Term.Call(function, arguments, name.column());
    }

    /// An integer is an `i32` if it fits and an `i64` otherwise; a real is an `f64`, or an `f32`
    /// with the suffix `f`.
    private ElementValue number(ExpressionToken token) {
        var digits = token.text();
        boolean hexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
        try {
            if (hexadecimal && !digits.matches(".*[.pP].*")) {
                return integer(Long.parseUnsignedLong(digits, 2, digits.length(), 16));
            }
            if (!hexadecimal && digits.endsWith("f")) {
                return new ElementValue.F32(Float.parseFloat(digits));
            }
            if (hexadecimal || digits.matches(".*[.eE].*")) {
                return new ElementValue.F64(Double.parseDouble(digits));
            }
            return integer(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            throw malformed(token, "number is %s when it should fit 64 bits".formatted(digits));
        }
    }

    private static ElementValue integer(long value) {
        return value == (int) value
                ? new ElementValue.I32((int) value)
                : new ElementValue.I64(value);
    }

    private ExpressionToken advance() {
        var token = next;
        next = ExpressionToken.at(text, token.end());
        return token;
    }

    private void expect(String symbol) {
        expect(symbol, "'%s'".formatted(symbol));
    }

    private void expect(String symbol, String expectation) {
        if (!next.is(symbol)) {
            throw unexpected(expectation);
        }
        advance();
    }

    private DataException unexpected(String expectation) {
        return malformed("token is %s when it should be %s".formatted(next, expectation));
    }

    private DataException malformed(String problem) {
        return malformed(next, problem);
    }

    private DataException malformed(ExpressionToken at, String problem) {
        return text.malformed(at.column(), problem);
    }
}
