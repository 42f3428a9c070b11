package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.reports.markup.Node;

/// A quote with its code marks turned into code, and the rest of its markup into plain text.
final class QuoteMarkup {

    /// Code in reStructuredText and Markdown; a role's text, `:ref:`text``, is not code.
    private static final Pattern CODE =
            Pattern.compile("(?<!:)(?:``([^`]+)``|(?<!`)`([^`]+)`(?!`))");

    private QuoteMarkup() {}

    static List<Node> of(String quote) {
        var nodes = new ArrayList<Node>();
        var code = CODE.matcher(quote);
        int plainFrom = 0;
        while (code.find()) {
            nodes.add(plain(quote.substring(plainFrom, code.start())));
            var inside = code.group(1) == null ? code.group(2) : code.group(1);
            nodes.add(element("code", PlainText.of(String.valueOf(inside))));
            plainFrom = code.end();
        }
        nodes.add(plain(quote.substring(plainFrom)));
        return nodes;
    }

    /// Keeps the spaces that part the text from its neighbours.
    private static Node plain(String text) {
        if (text.isBlank()) {
            return Node.text(text.isEmpty() ? "" : " ");
        }
        var before = Character.isWhitespace(text.charAt(0)) ? " " : "";
        var after = Character.isWhitespace(text.charAt(text.length() - 1)) ? " " : "";
        return Node.text(before + PlainText.of(text) + after);
    }
}
