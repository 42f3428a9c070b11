package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Standing;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.ScenarioTrace;
import org.offloadtck.reports.trace.Tally;
import org.offloadtck.reports.trace.Trace;

/// Every result with its evidence, by stage and scenario; scenarios with something unexpected are
/// open.
final class Results {

    private final Trace trace;

    Results(Trace trace) {
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
                                .addAll(scenarios.stream().map(Results::scenario).toList()));
            }
        }
        return sections;
    }

    private static Element scenario(ScenarioTrace scenario) {
        var tally = Tally.of(scenario.results());
        var details = element("details");
        if (tally.of(Standing.UNEXPECTED) + tally.of(Standing.HARNESS_FAULT) > 0) {
            details = details.with("open", "open");
        }
        return details.add(element("summary").addAll(chips(tally)).add(Node.text(scenario.title())))
                .addAll(scenario.results().stream().map(Results::article).toList());
    }

    private static List<Element> chips(Tally tally) {
        return tally.counts().entrySet().stream()
                .map(entry -> Chip.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Element article(Result result) {
        return element("article")
                .with("id", Anchor.of(result.identity()))
                .add(
                        element("p", Chip.of(result), Node.text(" " + where(result) + " "))
                                .addAll(requirements(result)))
                .addAll(reason(result))
                .add(element("p", element("code", result.identity().key())).with("class", "key"))
                .addAll(result.evidence().stream().map(EvidenceView::of).toList());
    }

    /// What tells the result from the others of its scenario.
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

    /// The results nobody expected, in full, for the top of the page.
    List<Element> attention() {
        var articles = new ArrayList<Element>();
        for (var standing : List.of(Standing.UNEXPECTED, Standing.HARNESS_FAULT)) {
            for (var result : trace.results(standing)) {
                articles.add(
                        element("article")
                                .with(
                                        "class",
                                        standing == Standing.HARNESS_FAULT
                                                ? "attention fault"
                                                : "attention")
                                .add(
                                        element(
                                                        "p",
                                                        Anchor.link(
                                                                result.identity(), Chip.of(result)),
                                                        Node.text(" " + result.title() + " "))
                                                .addAll(requirements(result)))
                                .add(element("p", where(result)).with("class", "meta"))
                                .addAll(reason(result)));
            }
        }
        return articles;
    }
}
