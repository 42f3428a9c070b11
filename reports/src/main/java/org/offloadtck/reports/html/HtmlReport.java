package org.offloadtck.reports.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.reports.markup.Element.element;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Markup;
import org.offloadtck.reports.markup.Verbatim;
import org.offloadtck.reports.trace.RunTrace;

/// Writes the page for auditors. Equal documents and catalogues give equal bytes.
public final class HtmlReport {

    private final RunTrace trace;

    private HtmlReport(RunTrace trace) {
        this.trace = trace;
    }

    public static String of(ResultDocument document, Catalogue catalogue) {
        return Markup.html(new HtmlReport(RunTrace.of(document, catalogue)).page());
    }

    private Element page() {
        var sections = sections();
        return element("html", head(), body(sections)).with("lang", "en");
    }

    private static Element head() {
        return element(
                "head",
                element("meta").with("charset", "utf-8"),
                element("meta")
                        .with("name", "viewport")
                        .with("content", "width=device-width, initial-scale=1"),
                element("title", "Offload TCK conformance report"),
                element("style", new Verbatim(styleSheet())));
    }

    private Element body(List<PageSection> sections) {
        var links =
                sections.stream()
                        .map(section ->
                                element(
                                        "li",
                                        element("a", section.title())
                                                .with("href", "#" + section.id())))
                        .toList();
        return element(
                "body",
                new OverviewSection(trace).header(),
                element("nav", element("ul").addAll(links)),
                element("main").addAll(sections.stream().map(PageSection::tree).toList()),
                element(
                        "footer",
                        element(
                                "p",
                                "Made from results.json and the kit's requirement catalogue;"
                                        + " the same two give the same page.")));
    }

    /// The sections that have something to show.
    private List<PageSection> sections() {
        var results = new ResultsSection(trace);
        var sources = new ReferencesSection(trace);
        var all = new ArrayList<PageSection>();
        all.add(
                new PageSection(
                        "attention",
                        "Needs attention",
                        "Results that nobody expected, and faults of the kit itself.",
                        boxed(attention(results))));
        all.add(
                new PageSection(
                        "traceability",
                        "Traceability",
                        "Each requirement in the words of its document, the scenarios that test"
                                + " it, and the verdict that decides on each device, of how many"
                                + " results. A verdict leads to its evidence.",
                        new TraceabilitySection(trace).tables()));
        all.add(
                new PageSection(
                        "budgets",
                        "Budgets",
                        "What programs cost, and what they may cost.",
                        BudgetTable.of(trace.document())));
        all.add(
                new PageSection(
                        "not-judged",
                        "Not judged",
                        "Results that say nothing of the implementation, and why.",
                        new OverviewSection(trace).notJudged()));
        all.add(
                new PageSection(
                        "results",
                        "Results and evidence",
                        "Every result by stage and scenario, under the key that names it from run"
                                + " to run.",
                        results.sections()));
        all.add(
                new PageSection(
                        "deviations",
                        "Deviations",
                        "Where implementations are known to depart from the documents.",
                        List.of(sources.deviations())));
        all.add(
                new PageSection(
                        "documents",
                        "Documents",
                        "What the requirements are quoted from; unfolded, what became of each"
                                + " sentence.",
                        sources.documents()));
        all.add(
                new PageSection(
                        "verdicts",
                        "Verdicts",
                        "What each verdict says.",
                        List.of(ReferencesSection.verdicts())));
        return all.stream().filter(section -> !section.content().isEmpty()).toList();
    }

    private List<Element> attention(ResultsSection results) {
        var articles = new ArrayList<>(results.attention());
        for (var id : trace.orphans()) {
            articles.add(
                    element(
                                    "article",
                                    element(
                                            "p",
                                            "Results speak for %s, which the catalogue does not have."
                                                    .formatted(id)))
                            .with("class", "attention fault"));
        }
        return articles;
    }

    private static List<Element> boxed(List<Element> articles) {
        return articles.isEmpty()
                ? List.of()
                : List.of(element("div").with("class", "card").addAll(articles));
    }

    private static String styleSheet() {
        try (var stream = HtmlReport.class.getResourceAsStream("report.css")) {
            if (stream == null) {
                throw new IllegalStateException("report.css is not packaged");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
