package org.offloadtck.conformance.trace;

/// A text as a YAML scalar in double quotes.
final class QuotedScalar {

    private QuotedScalar() {}

    static String quoted(String text) {
        return "\"%s\"".formatted(text.replace("\\", "\\\\").replace("\"", "\\\""));
    }
}
