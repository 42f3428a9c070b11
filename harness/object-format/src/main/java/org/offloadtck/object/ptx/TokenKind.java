package org.offloadtck.object.ptx;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a [PtxToken] is, and what a diagnostic calls it.
public enum TokenKind {
    /// `add`, `%r1`, `$L__BB0_1`, `_`
    NAME("a name"),
    /// `.b32`, `.shared::cta`; the dot belongs to it.
    WORD("a dotted word"),
    INTEGER("a number"),
    /// `0f3F800000`, `0d3FF0000000000000`, `1.5`
    FLOATING("a floating-point number"),
    STRING("a string"),
    COMMA(','),
    SEMICOLON(';'),
    COLON(':'),
    EQUALS('='),
    OPEN_BRACE('{'),
    CLOSE_BRACE('}'),
    OPEN_PARENTHESIS('('),
    CLOSE_PARENTHESIS(')'),
    OPEN_BRACKET('['),
    CLOSE_BRACKET(']'),
    LESS('<'),
    GREATER('>'),
    PLUS('+'),
    MINUS('-'),
    BANG('!'),
    TILDE('~'),
    AT('@'),
    BAR('|'),
    END("the end of the text");

    private static final Map<Character, TokenKind> PUNCTUATION =
            Stream.of(values())
                    .filter(kind -> kind.description.startsWith("'"))
                    .collect(toUnmodifiableMap(kind -> kind.description.charAt(1), kind -> kind));

    private final String description;

    TokenKind(String description) {
        this.description = description;
    }

    TokenKind(char character) {
        this("'" + character + "'");
    }

    /// The kind that consists of one character.
    static Optional<TokenKind> punctuation(char character) {
        return Optional.ofNullable(PUNCTUATION.get(character));
    }

    /// How many braces, brackets and parentheses a token of this kind opens: 1, 0 or -1.
    public int nesting() {
        return switch (this) {
            case OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS -> 1;
            case CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PARENTHESIS -> -1;
            case NAME,
                    WORD,
                    INTEGER,
                    FLOATING,
                    STRING,
                    COMMA,
                    SEMICOLON,
                    COLON,
                    EQUALS,
                    LESS,
                    GREATER,
                    PLUS,
                    MINUS,
                    BANG,
                    TILDE,
                    AT,
                    BAR,
                    END ->
                    0;
        };
    }

    public String description() {
        return description;
    }
}
