package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Evidence.ArtifactExcerpt;
import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Evidence.CommandOutput;
import org.offloadtck.conformance.result.Evidence.Finding;
import org.offloadtck.conformance.result.Evidence.Measurements;
import org.offloadtck.conformance.result.Evidence.TextExcerpt;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;

/// One piece of evidence as a captioned figure.
final class EvidenceView {

    private static final int BYTES_PER_LINE = 16;

    private EvidenceView() {}

    static Element of(Evidence evidence) {
        return switch (evidence) {
            case ArtifactExcerpt excerpt ->
                    figure(
                            "%s at 0x%x: %s"
                                    .formatted(
                                            excerpt.artifact(),
                                            excerpt.offset(),
                                            excerpt.meaning()),
                            element("pre").addAll(dump(excerpt)));
            case CommandOutput(var command, var exitCode, var output) ->
                    figure(
                            "exit %d".formatted(exitCode),
                            element("pre", "$ %s\n%s".formatted(shell(command), output)));
            case Measurements(var subject, var metrics) ->
                    figure(
                            subject,
                            element("table")
                                    .addAll(metrics.stream().map(EvidenceView::row).toList()));
            case Finding(var rule, var place, var text) ->
                    figure("%s: rule %s".formatted(place, rule), element("pre", text));
            case TextExcerpt excerpt ->
                    figure(
                            "%s, line %d: %s"
                                    .formatted(excerpt.source(), excerpt.line(), excerpt.meaning()),
                            element("pre").addAll(lines(excerpt)));
            case BudgetLine line ->
                    figure(
                            "budget %s: %s".formatted(line.budget(), line.outcome()),
                            element("pre", line.text()));
        };
    }

    private static Element figure(String caption, Element content) {
        return element("figure", element("figcaption", caption), content);
    }

    private static List<Node> dump(ArtifactExcerpt excerpt) {
        var bytes = HexFormat.of().parseHex(excerpt.hex());
        var nodes = new ArrayList<Node>();
        for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
            var hex = new StringBuilder();
            var characters = new StringBuilder();
            for (int i = from; i < Math.min(from + BYTES_PER_LINE, bytes.length); i++) {
                hex.append(HexFormat.of().toHexDigits(bytes[i])).append(' ');
                characters.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            nodes.add(
                    element("span", "%08x  ".formatted(excerpt.offset() + from))
                            .with("class", "offset"));
            nodes.add(Node.text("%-48s  %s\n".formatted(hex, characters)));
        }
        return nodes;
    }

    /// The command as a shell would take it.
    private static String shell(List<String> command) {
        return String.join(
                " ",
                command.stream()
                        .map(word ->
                                word.matches("[A-Za-z0-9_./:=,+@%^-]+")
                                        ? word
                                        : "'%s'".formatted(word.replace("'", "'\\''")))
                        .toList());
    }

    private static Element row(Metric metric) {
        var sampled =
                switch (metric.exactness()) {
                    case EXACT -> "";
                    case SAMPLED -> " (sampled)";
                };
        return element(
                "tr",
                element("th", metric.name()),
                element("td", ReadableNumber.grouped(metric.value())).with("class", "number"),
                element("td", metric.unit() + sampled));
    }

    private static List<Node> lines(TextExcerpt excerpt) {
        var nodes = new ArrayList<Node>();
        int number = excerpt.firstLine();
        for (var line : excerpt.lines()) {
            var text = "%5d  %s".formatted(number, line);
            nodes.add(number == excerpt.line() ? element("mark", text) : Node.text(text));
            nodes.add(Node.text("\n"));
            number++;
        }
        return nodes;
    }
}
