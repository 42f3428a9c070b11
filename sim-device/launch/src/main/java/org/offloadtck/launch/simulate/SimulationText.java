package org.offloadtck.launch.simulate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.launch.report.TimingText;
import org.offloadtck.launch.simulate.SimulationReport.Ending;
import org.offloadtck.launch.simulate.SimulationReport.Verdict;

/// A report as people read it: the launch as CUDA writes it, what it counted, how it ended.
final class SimulationText {

    private SimulationText() {}

    static String of(SimulationReport report) {
        return head(report)
                + figures(report.result().counters())
                + TimingText.of(report.verdict().timing())
                + ending(report.ending())
                + findings(report.verdict());
    }

    private static String head(SimulationReport report) {
        var shape = report.shape();
        int shared = shape.dynamicSharedBytes();
        return "%s: %s<<<%s, %s%s>>> on %s\n"
                .formatted(
                        report.source(),
                        report.kernel(),
                        extent(shape.grid()),
                        extent(shape.cta()),
                        shared == 0 ? "" : ", " + shared,
                        report.device());
    }

    private static String extent(Extent3D extent) {
        return extent.y() == 1 && extent.z() == 1
                ? Integer.toString(extent.x())
                : extent.toString();
    }

    private static String figures(LaunchCounters counters) {
        var figures = named(counters);
        int name = figures.keySet().stream().mapToInt(String::length).max().orElseThrow();
        int width =
                figures.values().stream()
                        .mapToInt(each -> figure(each).length())
                        .max()
                        .orElseThrow();
        return figures.entrySet().stream()
                .map(each ->
                        "  %s%s  %s%s\n"
                                .formatted(
                                        each.getKey(),
                                        " ".repeat(name - each.getKey().length()),
                                        " ".repeat(width - figure(each.getValue()).length()),
                                        figure(each.getValue())))
                .collect(Collectors.joining());
    }

    private static Map<String, Long> named(LaunchCounters counters) {
        var figures = new LinkedHashMap<String, Long>();
        figures.put("thread instructions", counters.threadInstructions());
        figures.put("warp instructions", counters.warpInstructions());
        figures.put("global bytes read", counters.globalBytesRead());
        figures.put("global bytes written", counters.globalBytesWritten());
        figures.put("shared bytes", counters.sharedBytes());
        figures.put("barriers", counters.barriers());
        figures.put("divergences", counters.divergences());
        return figures;
    }

    private static String figure(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ending(Ending ending) {
        return switch (ending) {
            case Ending.Finished _ -> "";
            case Ending.Faulted(var fault) ->
                    "%s: %s\n".formatted(word(fault.kind()).replace('-', ' '), fault.getMessage());
        };
    }

    private static String findings(Verdict verdict) {
        var text =
                verdict.findings().stream()
                        .map(finding ->
                                "%s: %s\n"
                                        .formatted(word(finding.kind()).replace('-', ' '), finding))
                        .collect(Collectors.joining());
        return verdict.unlisted() == 0
                ? text
                : text + "%s more not listed\n".formatted(figure(verdict.unlisted()));
    }

    /// The name of a kind of finding in a document: `barrier-divergence`.
    static String word(KernelFinding.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The name of a kind of fault in a document: `out-of-bounds`.
    static String word(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
