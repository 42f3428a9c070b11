package org.offloadtck.reports.junit;

import java.util.stream.Collectors;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Evidence.ArtifactExcerpt;
import org.offloadtck.conformance.result.Evidence.Assertion;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Evidence.Finding;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine;
import org.offloadtck.conformance.result.Evidence.TextExcerpt;

/// One piece of evidence as lines of a log.
final class EvidenceText {

    private EvidenceText() {}

    static String of(Evidence evidence) {
        return switch (evidence) {
            case ArtifactExcerpt(var artifact, var offset, var hex, var meaning) ->
                    "%s: offset 0x%x: %s: %s".formatted(artifact, offset, meaning, hex);
            case CommandOutput(var command, _, var exitCode, var output) ->
                    "%s: exit %d\n%s".formatted(String.join(" ", command), exitCode, output);
            case Measurements(var subject, var metrics) ->
                    metrics.stream()
                            .map(metric ->
                                    "%s: %s is %d %s"
                                            .formatted(
                                                    subject,
                                                    metric.name(),
                                                    metric.value(),
                                                    metric.unit()))
                            .collect(Collectors.joining("\n"));
            case Finding(var rule, var place, var text) ->
                    "%s: %s (%s)".formatted(place, text, rule);
            case TextExcerpt(var source, var firstLine, var lines, var line, var meaning) ->
                    "%s:%d: %s\n    %s"
                            .formatted(source, line, meaning, lines.get(line - firstLine).strip());
            case BudgetLine line ->
                    "budget %s: %s: %s".formatted(line.budget(), line.outcome(), line.text());
            case PlantedFaultLine line ->
                    "%s in %s: %s (%s): consequence %s: %s"
                            .formatted(
                                    line.fault(),
                                    String.join(" with ", line.files()),
                                    line.outcome().word(),
                                    String.join(", ", line.reported()),
                                    line.consequence(),
                                    String.join(", ", line.edits()));
            case Assertion(var step, var observed) ->
                    observed.isEmpty()
                            ? step
                            : "%s\n    observed %s"
                                    .formatted(step, String.join("\n    observed ", observed));
        };
    }
}
