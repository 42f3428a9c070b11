package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;

/// A table of plain rows.
final class HtmlTable {

    private HtmlTable() {}

    static Element of(List<String> headings, List<Element> rows) {
        var heading =
                element("tr")
                        .addAll(
                                headings.stream()
                                        .map(each -> element("th", each).with("scope", "col"))
                                        .toList());
        return element(
                        "div",
                        element("table", element("thead", heading), element("tbody").addAll(rows)))
                .with("class", "scroll");
    }

    static Element row(Node... cells) {
        return element("tr").addAll(Arrays.stream(cells).map(cell -> element("td", cell)).toList());
    }
}
