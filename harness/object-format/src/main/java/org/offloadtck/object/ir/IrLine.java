package org.offloadtck.object.ir;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.offloadtck.object.ir.IrToken.Kind;

/// A line of LLVM IR as tokens. LLVM Language Reference, Identifiers.
///
/// @param start offset of the line in the file, in bytes; one character is one byte
/// @param number from 1
/// @param tokens without comments
record IrLine(String source, int start, int number, List<IrToken> tokens) {

    IrLine {
        tokens = List.copyOf(tokens);
    }

    static IrLine of(String source, int start, int number, String text) {
        var tokenizer = new Tokenizer(source, start, number, text);
        tokenizer.run();
        return new IrLine(source, start, number, tokenizer.tokens);
    }

    /// The token at an index; after the last token, an empty word at the end of the line.
    IrToken at(int index) {
        return index < tokens.size() ? tokens.get(index) : new IrToken(Kind.WORD, "", end());
    }

    private int end() {
        return tokens.isEmpty() ? 1 : tokens.getLast().column() + tokens.getLast().text().length();
    }

    TextPosition position(IrToken token) {
        return new TextPosition(start + token.column() - 1, number, token.column());
    }

    IrSyntaxException wrong(IrToken token, String problem) {
        return new IrSyntaxException(source, position(token), problem);
    }

    /// The change of the bracket depth by this line.
    int nesting() {
        return tokens.stream().mapToInt(IrToken::nesting).sum();
    }

    private static final class Tokenizer {

        private static final String SIGNS = "()[]{}<>,=*:|";

        private final String source;
        private final int start;
        private final int number;
        private final String text;
        private final List<IrToken> tokens = new ArrayList<>();
        private int at;

        Tokenizer(String source, int start, int number, String text) {
            this.source = source;
            this.start = start;
            this.number = number;
            this.text = text;
        }

        void run() {
            while (at < text.length() && text.charAt(at) != ';') {
                if (Character.isWhitespace(text.charAt(at))) {
                    at++;
                } else {
                    tokens.add(token());
                }
            }
        }

        private IrToken token() {
            int column = at + 1;
            char first = text.charAt(at);
            return switch (first) {
                case '"' -> new IrToken(Kind.STRING, quoted(), column);
                case '@' -> named(Kind.GLOBAL, column);
                case '%' -> named(Kind.LOCAL, column);
                case '!' -> metadata(column);
                default -> {
                    if (SIGNS.indexOf(first) >= 0) {
                        at++;
                        yield new IrToken(Kind.SIGN, String.valueOf(first), column);
                    }
                    yield new IrToken(Kind.WORD, word(), column);
                }
            };
        }

        private IrToken named(Kind kind, int column) {
            at++;
            return new IrToken(kind, next('"') ? quoted() : word(), column);
        }

        private IrToken metadata(int column) {
            at++;
            return next('"')
                    ? new IrToken(Kind.METADATA_STRING, quoted(), column)
                    : new IrToken(Kind.METADATA, word(), column);
        }

        private boolean next(char expected) {
            return at < text.length() && text.charAt(at) == expected;
        }

        /// The characters up to the next token; empty if it follows immediately.
        private String word() {
            int from = at;
            while (at < text.length() && isOfWord(text.charAt(at))) {
                at++;
            }
            return text.substring(from, at);
        }

        private static boolean isOfWord(char next) {
            return !Character.isWhitespace(next)
                    && SIGNS.indexOf(next) < 0
                    && "\"@%!;".indexOf(next) < 0;
        }

        /// The text between quotation marks, with escapes such as `\5F` decoded.
        private String quoted() {
            int from = at;
            int to = text.indexOf('"', from + 1);
            if (to < 0) {
                throw new IrSyntaxException(
                        source,
                        new TextPosition(start + from, number, from + 1),
                        "a string has no end on its line");
            }
            var bytes = new ByteArrayOutputStream();
            at = from + 1;
            while (at < to) {
                bytes.write(escapedOrOwn(to));
            }
            at = to + 1;
            return bytes.toString(UTF_8);
        }

        private int escapedOrOwn(int to) {
            boolean escaped =
                    text.charAt(at) == '\\'
                            && at + 3 <= to
                            && HexFormat.isHexDigit(text.charAt(at + 1))
                            && HexFormat.isHexDigit(text.charAt(at + 2));
            at += escaped ? 3 : 1;
            return escaped ? HexFormat.fromHexDigits(text, at - 2, at) : text.charAt(at - 1);
        }
    }
}
