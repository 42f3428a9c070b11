package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.Standing;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.Status;
import org.offloadtck.reports.trace.Tally;
import org.offloadtck.reports.trace.Trace;

/// The head of the page: one sentence that says it all, the counts behind it, and what took part.
final class Overview {

    private final Trace trace;

    Overview(Trace trace) {
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
        int broken = count(Status.BROKEN);
        int undecided = count(Status.UNDECIDED);
        if (broken > 0) {
            return "%d of %d requirements %s broken."
                    .formatted(broken, total, broken == 1 ? "is" : "are");
        }
        if (undecided > 0) {
            return "The kit failed on %d of %d requirements.".formatted(undecided, total);
        }
        int unexpected =
                trace.results(Standing.UNEXPECTED).size()
                        + trace.results(Standing.HARNESS_FAULT).size();
        if (unexpected > 0) {
            return "%d results are unexpected.".formatted(unexpected);
        }
        int held = count(Status.HELD);
        return held == total
                ? "All %d requirements hold.".formatted(total)
                : "%d of %d requirements hold, and none is broken.".formatted(held, total);
    }

    private int count(Status status) {
        return trace.statuses().getOrDefault(status, 0);
    }

    /// The share of each status; the tiles below say the same in words.
    private Element bar() {
        var bar = element("div").with("class", "bar").with("aria-hidden", "true");
        for (var entry : trace.statuses().entrySet()) {
            bar =
                    bar.add(
                            element("i")
                                    .with("class", Chip.tone(entry.getKey()))
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
                            .with("class", Chip.tone(status)));
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
        return element("dd", "%s: ".formatted(Digits.grouped(results.size())))
                .addAll(Chip.spaced(Tally.of(results)));
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
        trace.results(Standing.NOT_JUDGED)
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
        return rows.isEmpty() ? List.of() : List.of(Table.of(List.of("Results", "Reason"), rows));
    }
}
