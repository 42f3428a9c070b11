package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.ScenarioTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// Every result with its evidence, by stage and scenario; scenarios with something unexpected are
/// open.
final class ResultsSection {

    private final RunTrace trace;

    ResultsSection(RunTrace trace) {
        this.trace = trace;
    }

    List<Element> sections() {
        var sections = new ArrayList<Element>();
        for (var stage : Stage.values()) {
            var scenarios = ScenarioTrace.of(trace.results(stage));
            if (!scenarios.isEmpty()) {
                sections.add(element("h3", stage.title()));
                sections.add(
                        element("div")
                                .with("class", "card")
                                .addAll(scenarios.stream().map(ResultsSection::scenario).toList()));
            }
        }
        return sections;
    }

    private static Element scenario(ScenarioTrace scenario) {
        var tally = VerdictCounts.of(scenario.results());
        var details = element("details");
        if (tally.of(VerdictClass.UNEXPECTED) + tally.of(VerdictClass.HARNESS_FAULT) > 0) {
            details = details.with("open", "open");
        }
        return details.add(
                        element("summary")
                                .addAll(StatusBadge.spaced(tally))
                                .add(Node.text(scenario.title())))
                .addAll(unexpectedFirst(scenario.results()).map(ResultsSection::article).toList());
    }

    private static Stream<Result> unexpectedFirst(List<Result> results) {
        return results.stream().sorted(Comparator.comparing(result -> !isUnexpected(result)));
    }

    private static boolean isUnexpected(Result result) {
        return switch (result.verdict().standing()) {
            case UNEXPECTED, HARNESS_FAULT -> true;
            case HELD, WAIVED, NOT_JUDGED -> false;
        };
    }

    private static Element article(Result result) {
        return element("article")
                .with("id", Anchor.of(result.identity()))
                .add(
                        element("p", StatusBadge.of(result), Node.text(" " + where(result)))
                                .addAll(requirements(result))
                                .add(
                                        Node.text(" "),
                                        element("code", result.identity().key())
                                                .with("class", "key")))
                .addAll(reason(result))
                .addAll(result.evidence().stream().map(EvidenceView::of).toList());
    }

    /// Distinguishes the result from the others of its scenario.
    private static String where(Result result) {
        var identity = result.identity();
        var parts = new ArrayList<String>();
        identity.parameters().forEach(each -> parts.add(each.name() + " = " + each.value()));
        if (!identity.profile().isEmpty()) {
            parts.add(identity.profile());
        }
        parts.add(identity.implementation().toString());
        if (!identity.device().equals(DeviceIdentity.NONE)) {
            parts.add(identity.device().toString());
        }
        return String.join(" · ", parts);
    }

    private static List<Element> reason(Result result) {
        var reason = result.verdict().reason();
        return reason.isEmpty() ? List.of() : List.of(element("p", reason).with("class", "reason"));
    }

    private static List<Node> requirements(Result result) {
        var nodes = new ArrayList<Node>();
        for (var id : result.requirements()) {
            nodes.add(Node.text(" "));
            nodes.add(Anchor.link(id));
        }
        return nodes;
    }

    /// The unexpected results, for the top of the page.
    List<Element> attention() {
        return trace.attention().stream().map(ResultsSection::entry).toList();
    }

    private static Element entry(List<Result> alike) {
        var first = alike.getFirst();
        var tone = StatusBadge.tone(first.verdict().standing());
        var places = element("ul");
        for (var result : alike) {
            var link = Anchor.link(result.identity(), Node.text(where(result)));
            places = places.add(element("li", link));
        }
        return element("article")
                .with("class", "attention " + tone)
                .add(
                        element("p", StatusBadge.of(first), Node.text(" " + first.title()))
                                .addAll(requirements(first)))
                .addAll(reason(first))
                .add(places);
    }
}
