package org.offloadtck.ptx.text.declaration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.text.declaration.Constant.Real;
import org.offloadtck.ptx.text.declaration.Constant.Signedness;
import org.offloadtck.ptx.text.declaration.Constant.Single;
import org.offloadtck.ptx.text.declaration.Constant.Whole;

/// Parses constant expressions and evaluates them (PTX ISA §4.5.4): `(5*3)|16`, `WARP_SZ-1`.
///
/// Types are those of `ptxas` of CUDA 13.0. All operands are evaluated, also those that do not
/// determine the result. Sums, products and differences of integers wrap.
public final class ConstantParser {

    /// A bound that no compiler reaches.
    private static final int MAX_DEPTH = 100;

    private static final Map<TokenKind, List<ConstantOperator>> OPERATORS =
            Stream.of(ConstantOperator.values())
                    .collect(
                            Collectors.groupingBy(
                                    ConstantOperator::first,
                                    () -> new EnumMap<>(TokenKind.class),
                                    Collectors.toList()));

    private final TokenStream tokens;
    private final NumberParser numbers;
    private int depth;

    public ConstantParser(TokenStream tokens) {
        this.tokens = tokens;
        this.numbers = new NumberParser(tokens);
    }

    /// Whether the next token is a name that no expression begins with.
    public boolean atSymbol() {
        return tokens.at(TokenKind.NAME) && !tokens.is(tokens.peek(), NumberParser.WARP_SIZE_NAME);
    }

    /// The next expression.
    public Immediate immediate() {
        return expression().immediate();
    }

    /// The next expression, whose first token, a unary operator, was taken already.
    public Immediate immediateAfter(PtxToken operator) {
        return conditional(operation(operand(operator), 0)).immediate();
    }

    /// The next expression, which must be an integer.
    ///
    /// @param what the name of the number in messages
    public long integer(String what) {
        var token = tokens.peek();
        var value = expression();
        if (value instanceof Whole(long integer, _)) {
            return integer;
        }
        throw tokens.error(
                token,
                "%s is %s when it should be an integer".formatted(what, value.description()));
    }

    private Constant expression() {
        descend();
        var value = conditional(operation(operand(), 0));
        depth--;
        return value;
    }

    private void descend() {
        if (depth == MAX_DEPTH) {
            throw tokens.error(
                    tokens.peek(),
                    "the constant expression nests deeper than %d".formatted(MAX_DEPTH));
        }
        depth++;
    }

    /// `a ? b : c` from after `a`, or `a`. The result has the type of the operand that it is.
    private Constant conditional(Constant condition) {
        if (!tokens.at(TokenKind.QUESTION)) {
            return condition;
        }
        var question = tokens.next();
        var first = expression();
        tokens.expect(TokenKind.COLON);
        var second = expression();
        boolean holds = whole(question, condition).value() != 0;
        var taken = whole(question, first);
        var other = whole(question, second);
        return holds ? taken : other;
    }

    /// The operators from `precedence` on that follow `first`, with their operands.
    private Constant operation(Constant first, int precedence) {
        var left = first;
        var next = operator(precedence);
        while (next.isPresent()) {
            var operator = next.get();
            var token = take(operator);
            var right = operation(operand(), operator.precedence() + 1);
            var problem = operator.problem(left, right);
            if (problem.isPresent()) {
                throw tokens.error(token, problem.get());
            }
            left = operator.apply(left, right);
            next = operator(precedence);
        }
        return left;
    }

    private Optional<ConstantOperator> operator(int precedence) {
        var token = tokens.peek();
        String text = tokens.text().characters();
        return OPERATORS.getOrDefault(token.kind(), List.of()).stream()
                .filter(operator -> text.startsWith(operator.symbol(), token.start()))
                .findFirst()
                .filter(operator ->
                        operator.first() != TokenKind.NAME || tokens.is(token, operator.symbol()))
                .filter(operator -> operator.precedence() >= precedence);
    }

    private PtxToken take(ConstantOperator operator) {
        var token = tokens.next();
        if (operator.symbol().length() > 1) {
            tokens.next();
        }
        return token;
    }

    private Constant operand() {
        return signed(new ArrayDeque<>());
    }

    private Constant operand(PtxToken operator) {
        var operators = new ArrayDeque<PtxToken>();
        operators.push(operator);
        return signed(operators);
    }

    /// The next operand with its unary operators, some of which were taken already.
    private Constant signed(Deque<PtxToken> operators) {
        while (tokens.at(TokenKind.PLUS)
                || tokens.at(TokenKind.MINUS)
                || tokens.at(TokenKind.BANG)
                || tokens.at(TokenKind.TILDE)) {
            operators.push(tokens.next());
        }
        var value = tokens.at(TokenKind.OPEN_PARENTHESIS) ? parenthesised() : numbers.literal();
        for (var operator : operators) {
            value = unary(operator, value);
        }
        return value;
    }

    /// `(a)`, or `(.s64) a`, whose operand has its own unary operators.
    private Constant parenthesised() {
        var parenthesis = tokens.expect(TokenKind.OPEN_PARENTHESIS);
        if (!tokens.at(TokenKind.WORD)) {
            var value = expression();
            tokens.expect(TokenKind.CLOSE_PARENTHESIS);
            return value;
        }
        descend();
        var type = cast();
        var value = operand();
        depth--;
        return new Whole(whole(parenthesis, value).value(), type);
    }

    private Signedness cast() {
        Signedness type;
        if (tokens.acceptWord(".s64")) {
            type = Signedness.SIGNED;
        } else if (tokens.acceptWord(".u64")) {
            type = Signedness.UNSIGNED;
        } else {
            throw tokens.unexpected("'.s64' or '.u64'");
        }
        tokens.expect(TokenKind.CLOSE_PARENTHESIS);
        return type;
    }

    private Constant unary(PtxToken operator, Constant value) {
        if (operator.kind() == TokenKind.PLUS) {
            return value;
        }
        if (operator.kind() == TokenKind.MINUS) {
            return negated(value);
        }
        long integer = whole(operator, value).value();
        return operator.kind() == TokenKind.BANG
                ? Constant.truth(integer == 0)
                : new Whole(~integer, Signedness.UNSIGNED);
    }

    private static Constant negated(Constant value) {
        return switch (value) {
            case Whole(long integer, var type) -> new Whole(-integer, type);
            case Real(double number) -> new Real(-number);
            case Single(int raw) -> new Single(raw ^ Integer.MIN_VALUE);
        };
    }

    private Whole whole(PtxToken operator, Constant value) {
        if (value instanceof Whole whole) {
            return whole;
        }
        throw tokens.error(
                operator,
                "an operand of '%s' is %s when it should be an integer"
                        .formatted(tokens.of(operator), value.description()));
    }
}
