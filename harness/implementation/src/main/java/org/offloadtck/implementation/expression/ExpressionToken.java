package org.offloadtck.implementation.expression;

import java.util.regex.Pattern;
import org.offloadtck.data.DataException;

/// A token of an expression.
///
/// @param column of its first character, from 1
record ExpressionToken(Kind kind, String text, int column) {

    enum Kind {
        NUMBER(
                "0[xX][0-9a-fA-F]+(?:\\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?"
                        + "|[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?f?"),
        NAME("[A-Za-z_][A-Za-z_0-9]*"),
        SYMBOL("<<|>>|<=|>=|==|!=|[-+*/%&|^<>~?:(),\\[\\]]"),
        END("$");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }
    }

    private static final Pattern BLANKS = Pattern.compile("[ \\t\\n]*");

    /// Reads the token at or after index `from`, skipping blanks.
    ///
    /// @throws DataException if no token begins there
    static ExpressionToken at(ExpressionText expression, int from) {
        var text = expression.text();
        var blanks = BLANKS.matcher(text).region(from, text.length());
        int start = blanks.lookingAt() ? blanks.end() : from;
        for (var kind : Kind.values()) {
            var matcher = kind.pattern.matcher(text).region(start, text.length());
            if (matcher.lookingAt()) {
                return new ExpressionToken(kind, matcher.group(), start + 1);
            }
        }
        throw expression.malformed(
                start + 1,
                "character is U+%04X when it should begin a number, a name or an operator"
                        .formatted(text.codePointAt(start)));
    }

    /// The index of the next character.
    int end() {
        return column - 1 + text.length();
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "end of expression" : text;
    }
}
