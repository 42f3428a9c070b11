package org.offloadtck.object.ptx;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The kind of a [PtxToken], with its name in diagnostics.
public enum TokenKind {
    /// An identifier: `add`, `%r1`, `$L__BB0_1`, `_`
    NAME("a name"),
    /// A dot and what follows it: `.b32`, `.shared::cta`.
    WORD("a dotted word"),
    INTEGER("a number"),
    /// `0f3F800000`, `0d3FF0000000000000`, `1.5`, `1.`, `.5`, `1e3`
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
    STAR('*'),
    SLASH('/'),
    AMPERSAND('&'),
    CARET('^'),
    QUESTION('?'),
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

    /// The kind whose token is this one character.
    static Optional<TokenKind> punctuation(char character) {
        return Optional.ofNullable(PUNCTUATION.get(character));
    }

    /// The change of nesting depth at a token of this kind: 1 for an opening brace, bracket or
    /// parenthesis, -1 for a closing one, else 0.
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
                    STAR,
                    SLASH,
                    AMPERSAND,
                    CARET,
                    QUESTION,
                    END ->
                    0;
        };
    }

    /// The name of the kind in diagnostics, such as `a number`.
    public String description() {
        return description;
    }
}
