package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.requirement.Deviation;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RunTrace;

/// The references of the verdicts: documents, known deviations, the meaning of each verdict.
final class ReferencesSection {

    private final RunTrace trace;
    private final DocumentsSection sentences;

    ReferencesSection(RunTrace trace) {
        this.trace = trace;
        this.sentences = new DocumentsSection(trace.catalogue());
    }

    /// A table of the documents, then each of them folded.
    List<Element> documents() {
        var tables = new ArrayList<Element>();
        tables.add(
                HtmlTable.of(
                        List.of("Document", "Title", "Origin", "SHA-256", "Text", "Requirements"),
                        trace.catalogue().documents().stream().map(this::row).toList()));
        tables.addAll(sentences.documents());
        return tables;
    }

    private Element row(Document document) {
        return element(
                        "tr",
                        element("td", document.id()).with("class", "id"),
                        element("td", document.title()),
                        element("td", document.origin()),
                        element(
                                "td",
                                element("code", document.sha256().substring(0, Anchor.DIGITS))
                                        .with("title", document.sha256())),
                        element("td", sentences.counts(document)),
                        element("td").addAll(quoting(document)))
                .with("id", "document-" + document.id());
    }

    private List<Node> quoting(Document document) {
        var nodes = new ArrayList<Node>();
        for (var row : trace.of(document)) {
            nodes.add(Anchor.link(row.requirement().id()));
            nodes.add(Node.text(" "));
        }
        return nodes;
    }

    Element deviations() {
        return HtmlTable.of(
                List.of("Deviation", "The document", "Practice", "Evidence", "Profiles", "Affects"),
                trace.catalogue().deviations().stream().map(this::row).toList());
    }

    private Element row(Deviation deviation) {
        return element(
                        "tr",
                        element(
                                "td",
                                element("span", deviation.id()).with("class", "id"),
                                Node.text(" "),
                                Node.text(deviation.title())),
                        element(
                                        "td",
                                        element("p").addAll(QuoteMarkup.of(deviation.statement())),
                                        element("p", Anchor.documentLink(deviation.document()))
                                                .with("class", "meta"))
                                .with("class", "statement"),
                        element("td").addAll(QuoteMarkup.of(deviation.practice())),
                        element("td").addAll(QuoteMarkup.of(deviation.evidence())),
                        element("td", ProfileRange.of(deviation.profiles(), trace.catalogue())),
                        element("td").addAll(affected(deviation)))
                .with("id", deviation.id());
    }

    private List<Node> affected(Deviation deviation) {
        var nodes = new ArrayList<Node>();
        for (var row : trace.requirements()) {
            if (row.requirement().deviations().contains(deviation.id())) {
                nodes.add(Anchor.link(row.requirement().id()));
                nodes.add(Node.text(" "));
            }
        }
        return nodes;
    }

    /// What each kind of verdict that a document may hold says.
    static Element verdicts() {
        var list = element("dl");
        for (var kind : VerdictKind.values()) {
            list = list.add(element("dt", StatusBadge.of(kind)), element("dd", kind.meaning()));
        }
        return list;
    }
}
