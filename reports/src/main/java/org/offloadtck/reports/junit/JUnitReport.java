package org.offloadtck.reports.junit;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Markup;

/// JUnit XML in the shape that Jenkins, GitLab and GitHub's readers share: suites by stage, a case
/// per result, `failure`, `error` or `skipped` in it. No times: a document holds none.
public final class JUnitReport {

    private JUnitReport() {}

    public static String of(ResultDocument document) {
        var suites = new ArrayList<Element>();
        for (var stage : Stage.values()) {
            var results =
                    document.results().stream()
                            .filter(result -> result.identity().stage() == stage)
                            .toList();
            if (!results.isEmpty()) {
                suites.add(
                        counted("testsuite", stage.id(), results)
                                .addAll(results.stream().map(JUnitReport::testCase).toList()));
            }
        }
        return Markup.xml(counted("testsuites", "offload-tck", document.results()).addAll(suites));
    }

    private static Element counted(String tag, String name, List<Result> results) {
        return element(tag)
                .with("name", name)
                .with("tests", Integer.toString(results.size()))
                .with("failures", count(results, VerdictClass.UNEXPECTED))
                .with("errors", count(results, VerdictClass.HARNESS_FAULT))
                .with(
                        "skipped",
                        Long.toString(
                                results.stream()
                                        .map(result -> result.verdict().standing())
                                        .filter(JUnitReport::isSkipped)
                                        .count()));
    }

    private static String count(List<Result> results, VerdictClass standing) {
        return Long.toString(
                results.stream().filter(row -> row.verdict().standing() == standing).count());
    }

    private static boolean isSkipped(VerdictClass standing) {
        return standing == VerdictClass.NOT_JUDGED || standing == VerdictClass.WAIVED;
    }

    private static Element testCase(Result result) {
        var identity = result.identity();
        var properties =
                element(
                        "properties",
                        property("key", identity.key()),
                        property("requirements", String.join(" ", result.requirements())),
                        property("verdict", result.verdict().label()));
        return element("testcase")
                .with("classname", "%s.%s".formatted(identity.stage().id(), identity.scenario()))
                .with("name", name(result.title(), identity))
                .add(properties)
                .addAll(outcome(result));
    }

    private static Element property(String name, String value) {
        return element("property").with("name", name).with("value", value);
    }

    /// Title, parameters, profile, implementation and device: unique within the scenario, since the
    /// key is.
    private static String name(String title, ResultIdentity identity) {
        var parts = new ArrayList<String>();
        identity.parameters().stream().map(JUnitReport::assignment).forEach(parts::add);
        if (!identity.profile().isEmpty()) {
            parts.add(identity.profile());
        }
        parts.add(identity.implementation().toString());
        if (!identity.device().equals(DeviceIdentity.NONE)) {
            parts.add(identity.device().toString());
        }
        return "%s [%s]".formatted(title, String.join(", ", parts));
    }

    private static String assignment(ExampleParameter parameter) {
        return "%s=%s".formatted(parameter.name(), parameter.value());
    }

    private static List<Element> outcome(Result result) {
        var verdict = result.verdict();
        return switch (verdict.standing()) {
            case HELD -> List.of();
            case WAIVED, NOT_JUDGED -> List.of(element("skipped").with("message", verdict.text()));
            case UNEXPECTED -> List.of(problem("failure", result));
            case HARNESS_FAULT -> List.of(problem("error", result));
        };
    }

    /// The verdict as message, the verdict and its evidence as text.
    private static Element problem(String tag, Result result) {
        var lines = new ArrayList<String>();
        lines.add(result.verdict().text());
        result.evidence().forEach(evidence -> lines.add(EvidenceText.of(evidence)));
        return element(tag, String.join("\n", lines))
                .with("type", result.verdict().kind().name())
                .with("message", result.verdict().text());
    }
}
