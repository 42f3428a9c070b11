package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.List;

/// The tokens of PTX, without comments: words, strings with their quotation marks, and signs, of
/// which each is a token. PTX ISA, Syntax.
final class PtxTokens {

    /// A token and where it starts.
    record Token(String text, TextPosition position) {

        boolean is(String other) {
            return text.equals(other);
        }
    }

    private final String source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private PtxTokens(String source, String text) {
        this.source = source;
        this.text = text;
    }

    static List<Token> of(String source, String text) {
        var cutter = new PtxTokens(source, text);
        while (cutter.at < text.length()) {
            cutter.next();
        }
        return List.copyOf(cutter.tokens);
    }

    private void next() {
        char first = text.charAt(at);
        if (Character.isWhitespace(first)) {
            advance(1);
        } else if (text.startsWith("//", at)) {
            advance(lineEnd() - at);
        } else if (text.startsWith("/*", at)) {
            advance(end("*/", "a comment") - at);
        } else if (first == '"') {
            token(end("\"", "a string") - at);
        } else {
            int end = at;
            while (end < text.length() && isOfWord(text.charAt(end))) {
                end++;
            }
            token(Math.max(1, end - at));
        }
    }

    private int lineEnd() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    /// After what ends the thing that starts here.
    private int end(String mark, String what) {
        int end = text.indexOf(mark, at + 1);
        if (end < 0) {
            throw new IrSyntaxException(
                    source, place(), "%s has no end when %s should end it".formatted(what, mark));
        }
        return end + mark.length();
    }

    private void token(int length) {
        tokens.add(new Token(text.substring(at, at + length), place()));
        advance(length);
    }

    private void advance(int length) {
        for (int end = at + length; at < end; at++) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
    }

    private TextPosition place() {
        return new TextPosition(at, line, at - lineStart + 1);
    }

    private static boolean isOfWord(char next) {
        return Character.isLetterOrDigit(next) || "._$%@".indexOf(next) >= 0;
    }
}
