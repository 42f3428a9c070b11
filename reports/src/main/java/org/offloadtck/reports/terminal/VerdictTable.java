package org.offloadtck.reports.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.trace.RequirementTrace;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// The table of verdicts per requirement: a block per stage with results, a row per requirement, a
/// column per device; below it the verdicts under each ABI profile, what needs attention, what was
/// not judged, waivers and exclusions with their effect, and a summary.
///
/// A cell holds the verdict that decides, and of how many results: `PASS 12`, `FAIL_VALUE 1/12`.
public final class VerdictTable {

    /// Columns of a terminal, which the table of requirements fits where its verdicts leave room.
    private static final int WIDTH = 80;

    /// Most and least columns of a requirement.
    private static final int MOST_NAME_WIDTH = 67;

    private static final int LEAST_NAME_WIDTH = 30;

    private static final String GAP = "  ";

    private final RunTrace trace;
    private final List<DeviceIdentity> devices;
    private final List<String> profiles;

    private VerdictTable(RunTrace trace, List<String> profiles) {
        this.trace = trace;
        this.devices = trace.devices();
        this.profiles = profiles;
    }

    public static String of(ResultDocument document, Catalogue catalogue) {
        return new VerdictTable(RunTrace.of(document, catalogue), catalogue.profiles()).text();
    }

    private String text() {
        var rows = new ArrayList<List<String>>();
        for (var stage : Stage.values()) {
            var requirements = trace.of(stage);
            if (requirements.stream().anyMatch(requirement -> !requirement.results().isEmpty())) {
                if (!rows.isEmpty()) {
                    rows.add(List.of(""));
                }
                rows.add(heading(stage));
                requirements.forEach(requirement -> rows.add(row(requirement)));
            }
        }
        var lines = new ArrayList<String>();
        trace.fullyWaived().ifPresent(line -> lines.addAll(List.of(line, "")));
        lines.addAll(aligned(fitted(rows)));
        lines.addAll(block("Profiles", aligned(perProfile())));
        lines.addAll(block("Needs attention", attention()));
        lines.addAll(block("Not judged", notJudged()));
        lines.addAll(block("Waivers", waivers()));
        lines.addAll(block("Exclusions", exclusions()));
        lines.addAll(block("Devices not here", absent()));
        lines.add("");
        lines.addAll(summary());
        return String.join("\n", lines) + "\n";
    }

    private List<String> heading(Stage stage) {
        var cells = new ArrayList<String>();
        cells.add(stage.title());
        devices.forEach(device -> cells.add(RunTrace.name(device)));
        return cells;
    }

    private List<String> row(RequirementTrace requirement) {
        var cells = new ArrayList<String>();
        cells.add(
                "  %s  %s"
                        .formatted(
                                requirement.requirement().id(),
                                PlainText.of(requirement.requirement().quote().text())));
        if (requirement.results().isEmpty()) {
            cells.add(requirement.status().word());
            return cells;
        }
        devices.forEach(device -> cells.add(cell(requirement.on(device))));
        return cells;
    }

    private static String cell(List<Result> results) {
        return VerdictCounts.of(results).decision().map(VerdictTable::cell).orElse("·");
    }

    private static String cell(VerdictCounts.Decision decision) {
        return decision.count() == decision.total()
                ? "%s %d".formatted(decision.kind(), decision.count())
                : "%s %d/%d".formatted(decision.kind(), decision.count(), decision.total());
    }

    /// The rows with their first cells cut so that the other cells fit beside them.
    private static List<List<String>> fitted(List<List<String>> rows) {
        int verdicts = 0;
        for (int width : widths(rows.stream().map(row -> row.subList(1, row.size())).toList())) {
            verdicts += GAP.length() + width;
        }
        int room = Math.clamp(WIDTH - verdicts, LEAST_NAME_WIDTH, MOST_NAME_WIDTH);
        return rows.stream()
                .map(row -> {
                    var cells = new ArrayList<>(row);
                    cells.set(0, brief(row.getFirst(), room));
                    return List.copyOf(cells);
                })
                .toList();
    }

    private static String brief(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 1).stripTrailing() + "…";
    }

    private static int[] widths(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, columns)
                .map(column ->
                        rows.stream()
                                .filter(row -> row.size() > column)
                                .mapToInt(row -> row.get(column).length())
                                .max()
                                .orElse(0))
                .toArray();
    }

    private static List<String> aligned(List<List<String>> rows) {
        int[] widths = widths(rows);
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                var cell = row.get(column);
                line.append(cell).append(" ".repeat(widths[column] - cell.length())).append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static List<String> block(String heading, List<String> lines) {
        if (lines.isEmpty()) {
            return List.of();
        }
        var block = new ArrayList<String>();
        block.add("");
        block.add(heading);
        lines.forEach(line -> block.add("  " + line));
        return block;
    }

    /// A row for each profile with results: how many there are of each verdict.
    private List<List<String>> perProfile() {
        return profiles.stream()
                .map(profile -> {
                    var results =
                            trace.document().results().stream()
                                    .filter(result -> result.identity().profile().equals(profile))
                                    .toList();
                    return List.of(profile, counts(results));
                })
                .filter(row -> !row.getLast().isEmpty())
                .toList();
    }

    private List<String> attention() {
        var lines = new ArrayList<String>();
        for (var alike : trace.attention()) {
            var first = alike.getFirst();
            lines.add("%s  %s".formatted(String.join(" ", first.requirements()), first.title()));
            lines.add("    " + oneLine(first.verdict().text()));
            lines.add("    " + first.identity().key());
            if (alike.size() > 1) {
                lines.add("    and %d more of this scenario".formatted(alike.size() - 1));
            }
        }
        trace.orphans().forEach(id -> lines.add("%s  no requirement has this id".formatted(id)));
        return lines;
    }

    /// Reasons with the number of results that share them.
    private List<String> notJudged() {
        var reasons =
                trace.results(VerdictClass.NOT_JUDGED).stream()
                        .collect(
                                Collectors.groupingBy(
                                        result -> oneLine(result.verdict().text()),
                                        TreeMap::new,
                                        Collectors.counting()));
        return reasons.entrySet().stream()
                .map(entry -> "%d × %s".formatted(entry.getValue(), entry.getKey()))
                .toList();
    }

    private List<String> waivers() {
        var lines = new ArrayList<String>();
        for (var use : trace.document().subject().selection().waivers()) {
            lines.add("%s  %s".formatted(use.waiver().id(), use.effect()));
            lines.add("    " + oneLine(use.waiver().terms()));
            lines.add("    " + oneLine(use.waiver().results()));
        }
        return lines;
    }

    private List<String> exclusions() {
        var lines = new ArrayList<String>();
        for (var use : trace.document().subject().selection().exclusions()) {
            var exclusion = use.exclusion();
            lines.add("%s  %s: %s".formatted(exclusion.id(), use.effect(), exclusion.subject()));
            lines.add("    " + oneLine(exclusion.reason()));
        }
        return lines;
    }

    private List<String> absent() {
        return trace.document().devices().stream()
                .filter(row -> row.presence() == DeviceRecord.Presence.ABSENT)
                .map(row -> "%s: %s".formatted(row.identity(), oneLine(row.description())))
                .toList();
    }

    private List<String> summary() {
        var statuses =
                trace.statuses().entrySet().stream()
                        .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey().word()));
        var results = trace.document().results();
        return List.of(
                counted(
                        trace.requirements().size(),
                        "requirements",
                        statuses.collect(Collectors.joining(", "))),
                counted(results.size(), "results", counts(results)));
    }

    private static String counts(List<Result> results) {
        return VerdictCounts.of(results).counts().entrySet().stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String counted(int total, String what, String parts) {
        return total == 0 ? "no %s".formatted(what) : "%d %s: %s".formatted(total, what, parts);
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
