package org.offloadtck.launch.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.LaunchReport.Ending;
import org.offloadtck.launch.report.SuppressionText;
import org.offloadtck.launch.report.TimingText;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// A report for people: the launch in CUDA notation, its counters, its time, its end and the
/// findings.
final class SimulationText {

    private SimulationText() {}

    static String of(SimulationReport report) {
        return head(report)
                + earlier(report.launches())
                + counters(report.launch().outcome().counters())
                + TimingText.of(report.launch().timing())
                + ending(report.launch().ending())
                + causes(report.causes())
                + findings(report.findings());
    }

    private static String head(SimulationReport report) {
        var shape = report.shape();
        int shared = shape.dynamicSharedBytes();
        return "%s: %s<<<%s, %s%s>>>%s on %s\n"
                .formatted(
                        report.source(),
                        report.kernel(),
                        extent(shape.grid()),
                        extent(shape.cta()),
                        shared == 0 ? "" : ", " + shared,
                        shape.cluster().ctas() == 1
                                ? ""
                                : " in clusters of " + extent(shape.cluster().extent()),
                        report.device());
    }

    /// The launches before the last one, which has the rest of the report; none if it is alone.
    private static String earlier(List<LaunchReport> launches) {
        if (launches.size() == 1) {
            return "";
        }
        return IntStream.range(0, launches.size() - 1)
                .mapToObj(i -> earlier(i + 1, launches.get(i).timing()))
                .collect(
                        Collectors.joining(
                                "", "", "  launch %d, the last:\n".formatted(launches.size())));
    }

    private static String earlier(int number, Timing timing) {
        return switch (timing) {
            case KernelTiming known ->
                    "  launch %d: %s, %s bytes read from dram\n"
                            .formatted(
                                    number,
                                    TimingText.cycles(known),
                                    grouped(known.traffic().dramRead()));
            case Timing.Unknown(var reason) ->
                    "  launch %d: cycles unknown: %s\n".formatted(number, reason);
            case Timing.NotRequested _ -> "  launch %d\n".formatted(number);
        };
    }

    private static String extent(Extent3D extent) {
        return extent.y() == 1 && extent.z() == 1
                ? Integer.toString(extent.x())
                : extent.toString();
    }

    private static String counters(LaunchCounters counters) {
        var rows = named(counters);
        int name = rows.keySet().stream().mapToInt(String::length).max().orElseThrow();
        int width =
                rows.values().stream().mapToInt(each -> grouped(each).length()).max().orElseThrow();
        return rows.entrySet().stream()
                .map(each ->
                        "  %s%s  %s%s\n"
                                .formatted(
                                        each.getKey(),
                                        " ".repeat(name - each.getKey().length()),
                                        " ".repeat(width - grouped(each.getValue()).length()),
                                        grouped(each.getValue())))
                .collect(Collectors.joining());
    }

    private static Map<String, Long> named(LaunchCounters counters) {
        var rows = new LinkedHashMap<String, Long>();
        rows.put("thread instructions", counters.threadInstructions());
        rows.put("warp instructions", counters.warpInstructions());
        rows.put("global bytes read", counters.globalBytesRead());
        rows.put("global bytes written", counters.globalBytesWritten());
        rows.put("shared bytes", counters.sharedBytes());
        rows.put("barriers", counters.barriers());
        rows.put("divergences", counters.divergences());
        return rows;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ending(Ending ending) {
        return switch (ending) {
            case Ending.Finished _ -> "";
            case Ending.Faulted(var fault) ->
                    "%s: %s\n".formatted(word(fault.kind()).replace('-', ' '), fault.getMessage());
        };
    }

    private static String causes(List<KnownFault> causes) {
        return causes.stream()
                .map(cause -> "  cause: %s\n".formatted(cause.text()))
                .collect(Collectors.joining());
    }

    private static String findings(SimulationReport.Findings findings) {
        var text =
                findings.listed().stream()
                        .map(finding ->
                                "%s: %s\n"
                                        .formatted(word(finding.kind()).replace('-', ' '), finding))
                        .collect(Collectors.joining());
        var more =
                findings.unlisted() == 0
                        ? ""
                        : "%s more not listed\n".formatted(grouped(findings.unlisted()));
        return text + more + SuppressionText.line(findings.suppressed());
    }

    /// The word for a kind of finding in JSON: `barrier-divergence`.
    static String word(KernelFinding.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The word for a kind of fault in JSON: `out-of-bounds`.
    static String word(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
