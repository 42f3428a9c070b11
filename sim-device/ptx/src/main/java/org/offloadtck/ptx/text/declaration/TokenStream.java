package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.PtxLexer;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.ptx.ir.Immediate;

/// The tokens of a text in their order, seen one ahead.
public final class TokenStream {

    private final PtxText text;
    private final PtxLexer lexer;
    private final NumberParser literals;
    private PtxToken current;
    private int previousEnd;

    public TokenStream(PtxText text) {
        this.text = text;
        this.lexer = new PtxLexer(text);
        this.literals = new NumberParser(text);
        this.current = lexer.next();
    }

    /// The token that comes next.
    public PtxToken peek() {
        return current;
    }

    public boolean at(TokenKind kind) {
        return current.kind() == kind;
    }

    /// Index after the last character of the token passed last.
    public int previousEnd() {
        return previousEnd;
    }

    /// Whether the next token is that dotted word.
    public boolean atWord(String word) {
        return at(TokenKind.WORD) && is(current, word);
    }

    /// Whether a token reads so.
    public boolean is(PtxToken token, String characters) {
        return token.end() - token.start() == characters.length()
                && text.characters().startsWith(characters, token.start());
    }

    public PtxToken next() {
        var token = current;
        previousEnd = token.end();
        current = lexer.next();
        return token;
    }

    /// Passes the next token if it is of that kind.
    public boolean accept(TokenKind kind) {
        if (!at(kind)) {
            return false;
        }
        next();
        return true;
    }

    public boolean acceptWord(String word) {
        if (!atWord(word)) {
            return false;
        }
        next();
        return true;
    }

    public PtxToken expect(TokenKind kind) {
        if (!at(kind)) {
            throw unexpected(kind.description());
        }
        return next();
    }

    /// Passes a block, from its opening brace to the one that closes it.
    public void block() {
        expect(TokenKind.OPEN_BRACE);
        for (int depth = 1; depth > 0; next()) {
            if (at(TokenKind.END)) {
                throw unexpected(TokenKind.CLOSE_BRACE.description());
            }
            depth += at(TokenKind.OPEN_BRACE) ? 1 : at(TokenKind.CLOSE_BRACE) ? -1 : 0;
        }
    }

    /// The next integer, which is neither signed nor an expression.
    public long integer() {
        return literals.integer(expect(TokenKind.INTEGER));
    }

    /// The next integer, with at most one sign.
    public long signed() {
        boolean negative = accept(TokenKind.MINUS);
        return negative ? -integer() : integer();
    }

    /// The next integer, from 0 to `most`.
    public long count(String what, long most) {
        var token = expect(TokenKind.INTEGER);
        long value = literals.integer(token);
        if (value < 0 || value > most) {
            throw error(token, "%s is %s when %d is the most".formatted(what, of(token), most));
        }
        return value;
    }

    /// The next number, with its signs.
    public Immediate immediate() {
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
        return new Immediate.Int64(negative ? -value : inverted ? ~value : value);
    }

    public String of(PtxToken token) {
        return text.of(token);
    }

    /// The text of a string token, without its quotes.
    public String unquoted(PtxToken token) {
        return text.characters().substring(token.start() + 1, token.end() - 1);
    }

    public PtxSyntaxException unexpected(String expected) {
        String found = at(TokenKind.END) ? TokenKind.END.description() : "'" + of(current) + "'";
        return error(current, "expected %s, found %s".formatted(expected, found));
    }

    public PtxSyntaxException error(PtxToken token, String problem) {
        return text.error(token.span(), problem);
    }

    public PtxSyntaxException error(TextSpan span, String problem) {
        return text.error(span, problem);
    }

    /// `1 operand`, `2 operands`
    public static String counted(int count, String noun) {
        return "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
    }

    private static Immediate negated(Immediate value) {
        return switch (value) {
            case Immediate.Int64(long whole) -> new Immediate.Int64(-whole);
            case Immediate.Float32(int raw) -> new Immediate.Float32(raw ^ Integer.MIN_VALUE);
            case Immediate.Float64(long raw) -> new Immediate.Float64(raw ^ Long.MIN_VALUE);
        };
    }
}
