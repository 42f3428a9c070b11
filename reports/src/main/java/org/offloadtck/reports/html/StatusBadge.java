package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.VerdictCounts;

/// A verdict or a status as a coloured word.
final class StatusBadge {

    private StatusBadge() {}

    static Element of(Result result) {
        return chip(result.verdict().label(), tone(result.verdict().standing()));
    }

    static Element of(VerdictKind kind) {
        return chip(kind.name(), tone(kind.standing()));
    }

    static Element of(VerdictKind kind, int count) {
        return chip("%d %s".formatted(count, kind), tone(kind.standing()));
    }

    /// Every verdict of the tally with its count.
    static List<Node> spaced(VerdictCounts tally) {
        var nodes = new ArrayList<Node>();
        tally.counts()
                .forEach((kind, count) -> {
                    nodes.add(of(kind, count));
                    nodes.add(Node.text(" "));
                });
        return nodes;
    }

    /// Every status with its count.
    static List<Node> spaced(Map<RequirementStatus, Integer> statuses) {
        var nodes = new ArrayList<Node>();
        statuses.forEach((status, count) -> {
            nodes.add(chip("%d %s".formatted(count, status.word()), tone(status)));
            nodes.add(Node.text(" "));
        });
        return nodes;
    }

    static Element of(RequirementStatus status) {
        return chip(status.word(), tone(status));
    }

    /// The verdict that decides and how many of the results have it, linked to the first of those;
    /// empty if there is no result.
    static Optional<Node> of(List<Result> results) {
        return VerdictCounts.of(results)
                .decision()
                .map(decision ->
                        Anchor.link(
                                first(decision.kind(), results).identity(),
                                chip(label(decision), tone(decision.kind().standing()))));
    }

    private static String label(VerdictCounts.Decision decision) {
        if (decision.total() == 1) {
            return decision.kind().name();
        }
        return decision.count() == decision.total()
                ? "%d %s".formatted(decision.count(), decision.kind())
                : "%d of %d %s".formatted(decision.count(), decision.total(), decision.kind());
    }

    private static Result first(VerdictKind kind, List<Result> results) {
        return results.stream()
                .filter(result -> result.verdict().kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    static String tone(VerdictClass standing) {
        return switch (standing) {
            case HELD -> "held";
            case WAIVED -> "waived";
            case UNEXPECTED -> "broken";
            case NOT_JUDGED -> "quiet";
            case HARNESS_FAULT -> "fault";
        };
    }

    static String tone(RequirementStatus status) {
        return switch (status) {
            case HELD -> "held";
            case BROKEN -> "broken";
            case WAIVED -> "waived";
            case UNDECIDED -> "fault";
            case NOT_JUDGED, EXCUSED, UNCOVERED -> "quiet";
        };
    }

    private static Element chip(String label, String tone) {
        return element("span", label).with("class", "chip " + tone);
    }
}
