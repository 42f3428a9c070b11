package org.offloadtck.object.ptx;

import java.util.regex.Pattern;

/// Splits PTX text into tokens, one for each call of [#next], in one pass.
final class PtxLexer {

    private static final Pattern LINE_MARKER =
            Pattern.compile("[ \\t]*(#)(?:[ \\t]*line)?[ \\t]*\\d+[ \\t]+\"");

    private final PtxText text;
    private final int length;
    private int at;
    private int line;
    private int lineStart;

    PtxLexer(PtxText text) {
        this(text, new PtxToken(TokenKind.END, 0, 0, 1, 1));
    }

    /// @param first the token that is the next one
    PtxLexer(PtxText text, PtxToken first) {
        this.text = text;
        this.length = text.length();
        this.at = first.start();
        this.line = first.line();
        this.lineStart = first.start() - first.column() + 1;
    }

    /// The next token; at the end of the text [TokenKind#END], on every call.
    PtxToken next() {
        skipBlanks();
        int start = at;
        if (at == length) {
            return token(TokenKind.END, start);
        }
        char c = text.charAt(at);
        if (isDigit(c)) {
            return number(start);
        }
        if (isNameStart(c)) {
            at++;
            skipName();
            return token(TokenKind.NAME, start);
        }
        at++;
        return switch (c) {
            case '.' -> point(start);
            case '"' -> string(start);
            default ->
                    token(
                            TokenKind.punctuation(c)
                                    .orElseThrow(
                                            () -> error(start, "unexpected character " + shown(c))),
                            start);
        };
    }

    private void skipBlanks() {
        while (at < length) {
            char c = text.charAt(at);
            if (c == '\n') {
                at++;
                newLine();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
                at++;
            } else if (c == '/' && follows('/')) {
                at = text.lineEnd(at);
            } else if (c == '/' && follows('*')) {
                skipBlockComment();
            } else if (c == '#' && atLineMarker()) {
                at = text.lineEnd(at);
            } else {
                return;
            }
        }
    }

    private void skipBlockComment() {
        var opening = new PtxToken(TokenKind.END, at, at + 2, line, at - lineStart + 1);
        at += 2;
        while (!(at < length && text.charAt(at) == '*' && follows('/'))) {
            if (at >= length) {
                throw text.error(opening.span(), "the comment has no end");
            }
            boolean endsLine = text.charAt(at) == '\n';
            at++;
            if (endsLine) {
                newLine();
            }
        }
        at += 2;
    }

    /// Whether a line `# 1 "a.cu"` or `#line 1 "a.cu"` begins here, which a preprocessor writes. It
    /// is skipped: diagnostics name lines of the text that was given.
    private boolean atLineMarker() {
        var marker = LINE_MARKER.matcher(text.characters()).region(lineStart, text.lineEnd(at));
        return marker.lookingAt() && marker.start(1) == at;
    }

    private void newLine() {
        line++;
        lineStart = at;
    }

    private boolean follows(char next) {
        return at + 1 < length && text.charAt(at + 1) == next;
    }

    private void skipName() {
        while (at < length && isNamePart(text.charAt(at))) {
            at++;
        }
    }

    /// `.5`, or a word.
    private PtxToken point(int start) {
        int end = digitsEnd(at);
        if (end > at && isExponent(end)) {
            end = digitsEnd(end + 2);
        }
        if (end == at || (end < length && isNamePart(text.charAt(end)))) {
            return word(start);
        }
        at = end;
        return token(TokenKind.FLOATING, start);
    }

    /// `.b32`, `.2d`, `.shared::cta`
    private PtxToken word(int start) {
        skipName();
        while (at < length && text.charAt(at) == ':' && follows(':')) {
            at += 2;
            skipName();
        }
        if (at == start + 1) {
            throw error(start, "a dot stands alone");
        }
        return token(TokenKind.WORD, start);
    }

    private PtxToken string(int start) {
        while (at < length && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            at++;
        }
        if (at == length || text.charAt(at) == '\n') {
            throw error(start, "the string has no end on its line");
        }
        at++;
        return token(TokenKind.STRING, start);
    }

    /// All characters of a number; whether they are a valid number is not checked.
    private PtxToken number(int start) {
        boolean prefixed =
                text.charAt(at) == '0'
                        && at + 1 < length
                        && isLetter(text.charAt(at + 1))
                        && !isExponent(at + 1);
        skipName();
        if (prefixed) {
            char prefix = text.charAt(start + 1);
            boolean bits = prefix == 'f' || prefix == 'F' || prefix == 'd' || prefix == 'D';
            return token(bits ? TokenKind.FLOATING : TokenKind.INTEGER, start);
        }
        boolean fraction = isExponent(digitsEnd(start));
        if (at < length && text.charAt(at) == '.' && !beginsWord(at + 1)) {
            at++;
            skipName();
            fraction = true;
        }
        if (endsInExponent(start)
                && at < length
                && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            at++;
            skipName();
            fraction = true;
        }
        return token(fraction ? TokenKind.FLOATING : TokenKind.INTEGER, start);
    }

    /// Whether a word such as `.b8` follows a number, whose dot is before `index`.
    private boolean beginsWord(int index) {
        return index < length
                && isNamePart(text.charAt(index))
                && !isDigit(text.charAt(index))
                && !isExponent(index);
    }

    private boolean endsInExponent(int start) {
        char last = text.charAt(at - 1);
        return at - 1 > start && (last == 'e' || last == 'E');
    }

    /// Whether `e5`, `e+5` or `E-5` begins at an index.
    private boolean isExponent(int index) {
        if (index + 1 >= length || "eE".indexOf(text.charAt(index)) < 0) {
            return false;
        }
        boolean signed = "+-".indexOf(text.charAt(index + 1)) >= 0;
        int digits = signed ? index + 2 : index + 1;
        return digitsEnd(digits) > digits;
    }

    private int digitsEnd(int start) {
        int end = start;
        while (end < length && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private PtxToken token(TokenKind kind, int start) {
        return new PtxToken(kind, start, at, line, start - lineStart + 1);
    }

    private PtxSyntaxException error(int start, String problem) {
        return text.error(new TextSpan(line, start - lineStart + 1, 1), problem);
    }

    private static String shown(char c) {
        return c > ' ' && c < 0x7f ? "'" + c + "'" : "U+%04X".formatted((int) c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isNameStart(char c) {
        return isLetter(c) || c == '_' || c == '$' || c == '%';
    }

    private static boolean isNamePart(char c) {
        return isLetter(c) || isDigit(c) || c == '_' || c == '$';
    }
}
