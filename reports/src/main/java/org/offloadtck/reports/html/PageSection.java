package org.offloadtck.reports.html;

import java.util.List;
import org.offloadtck.reports.markup.Element;

/// A headed part of the page, with a line that says what it is for.
record PageSection(String id, String title, String lead, List<Element> content) {

    PageSection {
        content = List.copyOf(content);
    }

    Element tree() {
        return Element.element(
                        "section",
                        Element.element("h2", title),
                        Element.element("p", lead).with("class", "lead"))
                .with("id", id)
                .addAll(content);
    }
}
