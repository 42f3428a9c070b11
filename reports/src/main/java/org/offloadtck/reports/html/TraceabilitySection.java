package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.TestKind;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.RequirementTrace;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.ScenarioTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// Document → requirement → scenarios → verdict per device, a table per stage.
final class TraceabilitySection {

    private final RunTrace trace;
    private final List<DeviceIdentity> devices;

    TraceabilitySection(RunTrace trace) {
        this.trace = trace;
        this.devices = trace.devices();
    }

    List<Element> tables() {
        var tables = new ArrayList<Element>();
        tables.add(stages());
        for (var stage : Stage.values()) {
            var requirements = trace.of(stage);
            if (!requirements.isEmpty()) {
                tables.add(element("h3", stage.title()).with("id", "trace-" + stage.id()));
                tables.add(
                        element(
                                        "div",
                                        element(
                                                "table",
                                                element("thead", heading()),
                                                body(requirements)))
                                .with("class", "scroll"));
            }
        }
        return tables;
    }

    /// A row per stage that leads to its table.
    private Element stages() {
        var rows = new ArrayList<Element>();
        for (var stage : Stage.values()) {
            var requirements = trace.of(stage);
            var results = trace.results(stage);
            if (!requirements.isEmpty() || !results.isEmpty()) {
                rows.add(
                        element(
                                "tr",
                                element("td", stageLink(stage, requirements)),
                                element("td")
                                        .addAll(
                                                StatusBadge.spaced(
                                                        RunTrace.statuses(requirements))),
                                element("td")
                                        .addAll(StatusBadge.spaced(VerdictCounts.of(results)))));
            }
        }
        return HtmlTable.of(List.of("Stage", "Requirements", "Results"), rows);
    }

    private static Node stageLink(Stage stage, List<RequirementTrace> requirements) {
        return requirements.isEmpty()
                ? Node.text(stage.title())
                : element("a", stage.title()).with("href", "#trace-" + stage.id());
    }

    private Element heading() {
        var row = element("tr", heading("Requirement"), heading("Scenarios"));
        return row.addAll(devices.stream().map(device -> heading(RunTrace.name(device))).toList());
    }

    private static Element heading(String text) {
        return element("th", text).with("scope", "col");
    }

    private Element body(List<RequirementTrace> requirements) {
        var body = element("tbody");
        for (var requirement : requirements) {
            body = body.addAll(rows(requirement));
        }
        return body;
    }

    /// The requirement spans the rows of its scenarios.
    private List<Element> rows(RequirementTrace row) {
        var scenarios = row.scenarios();
        var first =
                element("tr")
                        .with("id", row.requirement().id())
                        .add(
                                requirement(row)
                                        .with(
                                                "rowspan",
                                                Integer.toString(Math.max(1, scenarios.size()))));
        if (scenarios.isEmpty()) {
            return List.of(first.add(nothing(row)));
        }
        var rows = new ArrayList<Element>();
        rows.add(first.addAll(cells(scenarios.getFirst())));
        scenarios.stream().skip(1).forEach(each -> rows.add(element("tr").addAll(cells(each))));
        return rows;
    }

    private Element nothing(RequirementTrace row) {
        var reason =
                row.status() == RequirementStatus.EXCUSED
                        ? row.requirement().untested()
                        : "no scenario of this run speaks for it";
        return element("td", reason)
                .with("class", "soft")
                .with("colspan", Integer.toString(1 + devices.size()));
    }

    private List<Element> cells(ScenarioTrace scenario) {
        var cells = new ArrayList<Element>();
        cells.add(element("td", scenario.title()).with("class", "scenario"));
        for (var device : devices) {
            var chip = StatusBadge.of(scenario.on(device)).orElse(Node.text("·"));
            cells.add(element("td", chip).with("class", "verdict"));
        }
        return cells;
    }

    private Element requirement(RequirementTrace row) {
        var requirement = row.requirement();
        return element(
                        "td",
                        element(
                                "p",
                                element("span", requirement.id()).with("class", "id"),
                                Node.text(" "),
                                StatusBadge.of(row.status())),
                        element("p")
                                .with("class", "quote")
                                .addAll(QuoteMarkup.of(requirement.quote().text())),
                        element("p").with("class", "meta").addAll(source(requirement)))
                .with("class", "requirement");
    }

    private List<Node> source(Requirement requirement) {
        var quote = requirement.quote();
        var nodes = new ArrayList<Node>();
        nodes.add(Anchor.documentLink(quote.document()));
        nodes.add(
                Node.text(
                        " § %s · %s · needs %s"
                                .formatted(
                                        quote.section(),
                                        requirement.strength().word(),
                                        String.join(
                                                ", ",
                                                requirement.tests().stream()
                                                        .map(TestKind::word)
                                                        .toList()))));
        if (!requirement.profiles().equals(trace.catalogue().profiles())) {
            nodes.add(
                    Node.text(" · " + ProfileRange.of(requirement.profiles(), trace.catalogue())));
        }
        nodes.add(Node.text(" · "));
        nodes.add(
                element("code", quote.sha256().substring(0, Anchor.DIGITS))
                        .with("title", "SHA-256 of the quote: " + quote.sha256()));
        for (var deviation : requirement.deviations()) {
            nodes.add(Node.text(" · deviation "));
            nodes.add(Anchor.link(deviation));
        }
        return nodes;
    }
}
