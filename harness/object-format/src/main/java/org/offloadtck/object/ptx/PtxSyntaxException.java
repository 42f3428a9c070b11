package org.offloadtck.object.ptx;

/// Signals text that is not PTX. The message quotes the line and marks the span with carets.
///
/// Requirement: SD-01.
public final class PtxSyntaxException extends RuntimeException {

    private final String source;
    private final TextSpan span;
    private final String problem;

    /// @param line the text of the line that `span` is in
    PtxSyntaxException(String source, TextSpan span, String line, String problem) {
        super("%s:%s: %s\n%s".formatted(source, span, problem, excerpt(span, line)));
        this.source = source;
        this.span = span;
        this.problem = problem;
    }

    /// The name of the text.
    public String source() {
        return source;
    }

    public TextSpan span() {
        return span;
    }

    /// The problem, without its position.
    public String problem() {
        return problem;
    }

    /// The line, and below it carets under the span. Tabs are kept in both lines to align them.
    private static String excerpt(TextSpan span, String line) {
        var indent = new StringBuilder();
        for (int i = 0; i < span.column() - 1; i++) {
            indent.append(i < line.length() && line.charAt(i) == '\t' ? '\t' : ' ');
        }
        return "  %s\n  %s%s".formatted(line, indent, "^".repeat(span.length()));
    }
}
