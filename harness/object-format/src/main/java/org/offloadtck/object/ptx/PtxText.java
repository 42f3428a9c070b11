package org.offloadtck.object.ptx;

/// A PTX text with the name of its source, which diagnostics need.
///
/// @param source the file name or another name of the text
public record PtxText(String source, String characters) {

    int length() {
        return characters.length();
    }

    /// The character at an index.
    public char charAt(int index) {
        return characters.charAt(index);
    }

    /// The text of a token.
    public String of(PtxToken token) {
        return characters.substring(token.start(), token.end());
    }

    /// Index of the line feed that ends the line of `index`, or the text's length.
    int lineEnd(int index) {
        int end = characters.indexOf('\n', index);
        return end < 0 ? length() : end;
    }

    /// The line of that number, without its line ending.
    private String line(int number) {
        int start = 0;
        for (int i = 1; i < number; i++) {
            start = Math.min(lineEnd(start) + 1, length());
        }
        String line = characters.substring(start, lineEnd(start));
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /// The exception for a problem at a span; the span is cut off at the end of its line.
    public PtxSyntaxException error(TextSpan span, String problem) {
        String line = line(span.line());
        int room = Math.max(1, line.length() - span.column() + 1);
        var visible = new TextSpan(span.line(), span.column(), Math.min(span.length(), room));
        return new PtxSyntaxException(source, visible, line, problem);
    }
}
