package org.offloadtck.ptx.syntax;

import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Span;

/// The tokens of a text in their order, seen one ahead.
final class Tokens {

    private final PtxText text;
    private final Lexer lexer;
    private final Literals literals;
    private Token current;
    private int previousEnd;

    Tokens(PtxText text) {
        this.text = text;
        this.lexer = new Lexer(text);
        this.literals = new Literals(text);
        this.current = lexer.next();
    }

    /// The token that comes next.
    Token peek() {
        return current;
    }

    boolean at(TokenKind kind) {
        return current.kind() == kind;
    }

    /// Index after the last character of the token passed last.
    int previousEnd() {
        return previousEnd;
    }

    /// Whether the next token is that dotted word.
    boolean atWord(String word) {
        return at(TokenKind.WORD) && is(current, word);
    }

    /// Whether a token reads so.
    boolean is(Token token, String characters) {
        return token.end() - token.start() == characters.length()
                && text.characters().startsWith(characters, token.start());
    }

    Token next() {
        var token = current;
        previousEnd = token.end();
        current = lexer.next();
        return token;
    }

    /// Passes the next token if it is of that kind.
    boolean accept(TokenKind kind) {
        if (!at(kind)) {
            return false;
        }
        next();
        return true;
    }

    boolean acceptWord(String word) {
        if (!atWord(word)) {
            return false;
        }
        next();
        return true;
    }

    Token expect(TokenKind kind) {
        if (!at(kind)) {
            throw unexpected(kind.description());
        }
        return next();
    }

    /// Passes a block, from its opening brace to the one that closes it.
    void block() {
        expect(TokenKind.OPEN_BRACE);
        for (int depth = 1; depth > 0; next()) {
            if (at(TokenKind.END)) {
                throw unexpected(TokenKind.CLOSE_BRACE.description());
            }
            depth += at(TokenKind.OPEN_BRACE) ? 1 : at(TokenKind.CLOSE_BRACE) ? -1 : 0;
        }
    }

    /// The next integer, which is neither signed nor an expression.
    long integer() {
        return literals.integer(expect(TokenKind.INTEGER));
    }

    /// The next integer, with at most one sign.
    long signed() {
        boolean negative = accept(TokenKind.MINUS);
        return negative ? -integer() : integer();
    }

    /// The next integer, from 0 to `most`.
    long count(String what, long most) {
        var token = expect(TokenKind.INTEGER);
        long value = literals.integer(token);
        if (value < 0 || value > most) {
            throw error(token, "%s is %s when %d is the most".formatted(what, of(token), most));
        }
        return value;
    }

    /// The next number, with its signs.
    Immediate immediate() {
        boolean negative = false;
        boolean inverted = false;
        if (at(TokenKind.MINUS) || at(TokenKind.TILDE) || at(TokenKind.PLUS)) {
            var sign = next();
            negative = sign.kind() == TokenKind.MINUS;
            inverted = sign.kind() == TokenKind.TILDE;
        }
        if (at(TokenKind.FLOATING) && !inverted) {
            var value = literals.floating(next());
            return negative ? negated(value) : value;
        }
        long value = integer();
        return new Immediate.Whole(negative ? -value : inverted ? ~value : value);
    }

    String of(Token token) {
        return text.of(token);
    }

    /// The text of a string token, without its quotes.
    String unquoted(Token token) {
        return text.characters().substring(token.start() + 1, token.end() - 1);
    }

    PtxSyntaxException unexpected(String expected) {
        String found = at(TokenKind.END) ? TokenKind.END.description() : "'" + of(current) + "'";
        return error(current, "expected %s, found %s".formatted(expected, found));
    }

    PtxSyntaxException error(Token token, String problem) {
        return text.error(token.span(), problem);
    }

    PtxSyntaxException error(Span span, String problem) {
        return text.error(span, problem);
    }

    /// `1 operand`, `2 operands`
    static String counted(int count, String noun) {
        return "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
    }

    private static Immediate negated(Immediate value) {
        return switch (value) {
            case Immediate.Whole(long whole) -> new Immediate.Whole(-whole);
            case Immediate.Single(int raw) -> new Immediate.Single(raw ^ Integer.MIN_VALUE);
            case Immediate.Precise(long raw) -> new Immediate.Precise(raw ^ Long.MIN_VALUE);
        };
    }
}
