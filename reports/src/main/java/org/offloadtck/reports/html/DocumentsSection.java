package org.offloadtck.reports.html;

import static java.util.stream.Collectors.joining;
import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;

/// The documents sentence by sentence: which requirement quotes it, or why none does.
final class DocumentsSection {

    private final Catalogue catalogue;
    private final Classification classification;

    DocumentsSection(Catalogue catalogue) {
        this.catalogue = catalogue;
        this.classification = Classification.of(catalogue);
    }

    /// A document each, folded; none that has no text.
    List<Element> documents() {
        return catalogue.documents().stream()
                .filter(document -> !classification.of(document).isEmpty())
                .map(this::folded)
                .toList();
    }

    /// `158 units: 118 requirement, 40 informative, 0 unclassified`.
    String counts(Document document) {
        var units = classification.of(document);
        return "%d units: %s"
                .formatted(
                        units.size(),
                        Classification.counts(units).entrySet().stream()
                                .map(count ->
                                        "%d %s".formatted(count.getValue(), count.getKey().word()))
                                .collect(joining(", ")));
    }

    private Element folded(Document document) {
        var rows = classification.of(document).stream().map(DocumentsSection::row).toList();
        return element(
                "details",
                element("summary", "%s, %s".formatted(document.id(), counts(document))),
                HtmlTable.of(List.of("Section", "Text", "Is"), rows));
    }

    private static Element row(ClassifiedUnit unit) {
        return element(
                "tr",
                element("td", unit.section()),
                element("td", unit.unit().text()),
                element("td").addAll(origin(unit)));
    }

    private static List<Node> origin(ClassifiedUnit unit) {
        var nodes = new ArrayList<Node>();
        nodes.add(Node.text(unit.standing().word()));
        for (var id : unit.requirements()) {
            nodes.add(Node.text(" "));
            nodes.add(Anchor.link(id));
        }
        for (var reason : unit.reasons()) {
            nodes.add(element("p", reason).with("class", "soft"));
        }
        return nodes;
    }
}
