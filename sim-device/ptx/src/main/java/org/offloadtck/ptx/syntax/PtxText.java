package org.offloadtck.ptx.syntax;

import org.offloadtck.ptx.ir.Span;

/// PTX text with its name, which together make a diagnostic.
record PtxText(String source, String characters) {

    int length() {
        return characters.length();
    }

    char charAt(int index) {
        return characters.charAt(index);
    }

    String of(Token token) {
        return characters.substring(token.start(), token.end());
    }

    /// Index of the line feed that ends the line of `index`, or the text's length.
    int lineEnd(int index) {
        int end = characters.indexOf('\n', index);
        return end < 0 ? length() : end;
    }

    PtxSyntaxException error(Span span, String problem) {
        String line = characters.lines().skip(span.line() - 1L).findFirst().orElse("");
        int room = Math.max(1, line.length() - span.column() + 1);
        var visible = new Span(span.line(), span.column(), Math.min(span.length(), room));
        return new PtxSyntaxException(source, visible, line, problem);
    }
}
