package org.offloadtck.conformance.trace;

/// Plain text broken into lines of at most 96 characters, indent included, where words allow it.
final class WrappedText {

    private static final int WIDTH = 96;

    private WrappedText() {}

    static String text(String plain, String indent) {
        var lines = new StringBuilder(indent);
        int column = indent.length();
        for (var word : plain.split(" ", -1)) {
            if (column > indent.length() && column + word.length() >= WIDTH) {
                lines.append('\n').append(indent);
                column = indent.length();
            }
            boolean first = column == indent.length();
            lines.append(first ? "" : " ").append(word);
            column += word.length() + (first ? 0 : 1);
        }
        return lines.toString();
    }
}
