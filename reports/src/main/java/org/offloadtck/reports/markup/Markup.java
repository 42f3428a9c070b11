package org.offloadtck.reports.markup;

import java.util.List;
import java.util.Set;

/// Writes a tree.
public final class Markup {

    /// Elements without content and end tag: HTML, §13.1.2 "Elements" (void elements).
    private static final Set<String> VOID = Set.of("br", "col", "hr", "link", "meta");

    /// Elements of running text: no line end may be put after them.
    private static final Set<String> PHRASING =
            Set.of("a", "abbr", "b", "code", "em", "i", "mark", "q", "small", "span", "strong");

    private static final char REPLACEMENT = '\uFFFD';

    private Markup() {}

    /// The page as HTML, with its document type. Lines end after every element that is not part of
    /// running text, so that two pages can be compared line by line.
    public static String html(Element page) {
        var out = new StringBuilder("<!doctype html>\n");
        writeHtml(page, out);
        return out.toString();
    }

    /// The document as XML 1.0 in UTF-8, an element without text a line of its own.
    public static String xml(Element document) {
        var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        writeXml(document, "", out);
        return out.append('\n').toString();
    }

    private static void writeHtml(Node node, StringBuilder out) {
        switch (node) {
            case Text(var text) -> escape(text, out);
            case Verbatim(var markup) -> out.append(markup);
            case Element element -> {
                open(element, out);
                out.append('>');
                element.children().forEach(child -> writeHtml(child, out));
                if (!VOID.contains(element.tag())) {
                    close(element, out);
                }
                if (!PHRASING.contains(element.tag())) {
                    out.append('\n');
                }
            }
        }
    }

    private static void writeXml(Node node, String indent, StringBuilder out) {
        switch (node) {
            case Text(var text) -> escape(text, out);
            case Verbatim(var markup) -> out.append(markup);
            case Element element -> {
                open(element, out);
                if (element.children().isEmpty()) {
                    out.append("/>");
                } else {
                    out.append('>');
                    writeContent(element.children(), indent, out);
                    close(element, out);
                }
            }
        }
    }

    /// Indents children that are elements only; beside text, white space would count.
    private static void writeContent(List<Node> children, String indent, StringBuilder out) {
        if (!children.stream().allMatch(Element.class::isInstance)) {
            children.forEach(child -> writeXml(child, indent, out));
            return;
        }
        for (var child : children) {
            out.append('\n').append(indent).append("  ");
            writeXml(child, indent + "  ", out);
        }
        out.append('\n').append(indent);
    }

    private static void open(Element element, StringBuilder out) {
        out.append('<').append(element.tag());
        for (var attribute : element.attributes()) {
            out.append(' ').append(attribute.name()).append("=\"");
            escape(attribute.value(), out);
            out.append('"');
        }
    }

    private static void close(Element element, StringBuilder out) {
        out.append("</").append(element.tag()).append('>');
    }

    /// Characters that XML 1.0 §2.2 does not allow become U+FFFD: a result may hold the output of a
    /// broken program.
    private static void escape(String text, StringBuilder out) {
        text.codePoints()
                .forEach(c -> {
                    switch (c) {
                        case '&' -> out.append("&amp;");
                        case '<' -> out.append("&lt;");
                        case '>' -> out.append("&gt;");
                        case '"' -> out.append("&quot;");
                        case '\'' -> out.append("&#39;");
                        default -> out.appendCodePoint(isAllowed(c) ? c : REPLACEMENT);
                    }
                });
    }

    private static boolean isAllowed(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0x10FFFF);
    }
}
