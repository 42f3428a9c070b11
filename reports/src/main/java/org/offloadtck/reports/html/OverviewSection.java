package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// The head of the page: a summary in one sentence, its counts, and the implementations and
/// devices.
final class OverviewSection {

    private final RunTrace trace;

    OverviewSection(RunTrace trace) {
        this.trace = trace;
    }

    Element header() {
        return element(
                "header",
                element("h1", "Offload TCK conformance report"),
                element("p", headline()).with("class", "headline"),
                bar(),
                tiles(),
                facts());
    }

    private String headline() {
        int total = trace.requirements().size();
        int broken = count(RequirementStatus.BROKEN);
        int undecided = count(RequirementStatus.UNDECIDED);
        if (broken > 0) {
            return "%d of %d requirements %s broken."
                    .formatted(broken, total, broken == 1 ? "is" : "are");
        }
        if (undecided > 0) {
            return "The kit failed on %d of %d requirements.".formatted(undecided, total);
        }
        int unexpected =
                trace.results(VerdictClass.UNEXPECTED).size()
                        + trace.results(VerdictClass.HARNESS_FAULT).size();
        if (unexpected > 0) {
            return "%d results are unexpected.".formatted(unexpected);
        }
        int held = count(RequirementStatus.HELD);
        return held == total
                ? "All %d requirements hold.".formatted(total)
                : "%d of %d requirements hold, and none is broken.".formatted(held, total);
    }

    private int count(RequirementStatus status) {
        return trace.statuses().getOrDefault(status, 0);
    }

    /// The share of each status; the tiles below say the same in words.
    private Element bar() {
        var bar = element("div").with("class", "bar").with("aria-hidden", "true");
        for (var entry : trace.statuses().entrySet()) {
            bar =
                    bar.add(
                            element("i")
                                    .with("class", StatusBadge.tone(entry.getKey()))
                                    .with("style", "flex:%d".formatted(entry.getValue())));
        }
        return bar;
    }

    private Element tiles() {
        var tiles = new ArrayList<Element>();
        for (var entry : trace.statuses().entrySet()) {
            var status = entry.getKey();
            tiles.add(
                    element(
                                    "li",
                                    element("b", Integer.toString(entry.getValue())),
                                    Node.text(status.word()),
                                    element("small", status.meaning()))
                            .with("class", StatusBadge.tone(status)));
        }
        return element("ul").with("class", "tiles").addAll(tiles);
    }

    private Element facts() {
        var document = trace.document();
        var facts =
                element("dl")
                        .add(element("dt", "Kit"), element("dd", document.kitVersion()))
                        .add(element("dt", "Results"), results());
        for (var row : document.implementations()) {
            facts =
                    facts.add(
                            element("dt", "Implementation"),
                            element(
                                    "dd",
                                    element("b", row.implementation().toString()),
                                    Node.text(" " + row.description())));
        }
        for (var row : document.devices()) {
            facts = facts.add(element("dt", "Device"), device(row));
        }
        return facts;
    }

    private Element results() {
        var results = trace.document().results();
        return element("dd", "%s: ".formatted(ReadableNumber.grouped(results.size())))
                .addAll(StatusBadge.spaced(VerdictCounts.of(results)));
    }

    private static Element device(DeviceRecord row) {
        var presence =
                switch (row.presence()) {
                    case PRESENT -> "";
                    case ABSENT -> " not here:";
                };
        return element(
                "dd",
                element("b", row.identity().toString()),
                Node.text("%s %s".formatted(presence, row.description())));
    }

    /// Reasons why results were not judged, with the number of results that share each.
    List<Element> notJudged() {
        var reasons = new TreeMap<String, Integer>();
        trace.results(VerdictClass.NOT_JUDGED)
                .forEach(result -> reasons.merge(result.verdict().text(), 1, Integer::sum));
        var rows =
                reasons.entrySet().stream()
                        .map(entry ->
                                element(
                                        "tr",
                                        element("td", Integer.toString(entry.getValue()))
                                                .with("class", "number"),
                                        element("td", entry.getKey()).with("class", "reason")))
                        .toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(HtmlTable.of(List.of("Results", "Reason"), rows));
    }
}
