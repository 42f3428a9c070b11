package org.offloadtck.emulation.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.report.SuppressionText;
import org.offloadtck.launch.report.TextTable;
import org.offloadtck.launch.report.TimingText;

/// Formats a report as text: a summary line, a table of kernels, and the findings.
final class RunReportText {

    private static final String CYCLES = "cycles";

    /// Stands for a counter that the device does not measure.
    private static final String ABSENT = "-";

    private static final String NO_KERNEL = "no kernel ran on the simulated GPU";

    /// The reason for it, and the option.
    private static final String FALLBACK = ": %s (--allow-host-fallback permits it)";

    /// Marks the shape of a kernel that was launched with several shapes.
    private static final String VARIED = " *";

    private final RunReport report;
    private final StringBuilder text = new StringBuilder();

    private RunReportText(RunReport report) {
        this.report = report;
    }

    static String of(RunReport report) {
        var text = new RunReportText(report);
        text.head();
        text.fallbacks();
        text.profiles();
        text.rejectedModules();
        if (!report.kernels().isEmpty()) {
            text.kernels();
        }
        int number = 0;
        for (var finding : report.findings()) {
            text.text.append(new RunFindingText(report).of(++number, finding));
        }
        if (report.unlisted() > 0) {
            text.text.append(
                    "offload-tck: %s not listed\n"
                            .formatted(
                                    counted(
                                            report.unlisted(),
                                            "more finding is",
                                            "more findings are")));
        }
        text.text.append(report.budgets().text());
        if (!report.suppressed().isEmpty()) {
            text.text.append("offload-tck: ").append(SuppressionText.line(report.suppressed()));
        }
        return text.text.toString();
    }

    private void head() {
        text.append("offload-tck: ");
        if (report.kernels().isEmpty()) {
            var reason = report.hostFallbacks().program();
            text.append(NO_KERNEL)
                    .append(reason.isEmpty() ? "" : FALLBACK.formatted(reason))
                    .append('\n');
            return;
        }
        var kernels = report.kernels().stream().map(KernelSummary::kernel).distinct().count();
        text.append(
                "%s of %s on %s, %s\n"
                        .formatted(
                                counted(
                                        LaunchTotals.of(report.kernels()).launches(),
                                        "launch",
                                        "launches"),
                                counted(kernels, "kernel", "kernels"),
                                devices(),
                                counted(
                                        report.findings().size() + report.unlisted(),
                                        "finding",
                                        "findings")));
    }

    /// `the simulated GPU (t4)`, `NVIDIA H200 (cuda:0)`.
    private String devices() {
        return report.kernels().stream()
                .map(kernel -> device(kernel.device()))
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    private String device(RunDevice device) {
        return switch (device) {
            case RunDevice.Simulated _ -> "the simulated GPU (%s)".formatted(report.device());
            case RunDevice.Installed installed -> installed.toString();
        };
    }

    private void fallbacks() {
        for (var process : report.processes()) {
            var reason = report.hostFallbacks().processes().get(process);
            if (reason != null) {
                text.append("offload-tck: %s ran no kernel".formatted(process))
                        .append(FALLBACK.formatted(reason))
                        .append('\n');
            }
        }
        var started = report.hostFallbacks().started();
        if (!started.isEmpty()) {
            text.append("offload-tck: started programs ran no kernel")
                    .append(FALLBACK.formatted(started))
                    .append('\n');
        }
    }

    private void profiles() {
        for (var process : report.processes()) {
            var profile = report.profiles().get(process);
            if (profile != null) {
                var prefix = report.processes().size() > 1 ? process + ": " : "";
                text.append("offload-tck: %sreference runtime as %s\n".formatted(prefix, profile));
            }
        }
    }

    private void rejectedModules() {
        for (var module : report.rejectedModules()) {
            var prefix = report.processes().size() > 1 ? module.process() + ": " : "";
            text.append(
                    "offload-tck: %s%s: %s: %s\n"
                            .formatted(prefix, module.call(), module.result(), module.problem()));
        }
        if (report.unlistedModules() > 0) {
            text.append(
                    "offload-tck: %s not loaded\n"
                            .formatted(
                                    counted(
                                            report.unlistedModules(),
                                            "more module was",
                                            "more modules were")));
        }
    }

    private void kernels() {
        var table = new TextTable();
        table.row(
                heads(
                        "launches",
                        "grid x block",
                        CYCLES,
                        "thread instructions",
                        "warp instructions",
                        "bytes read",
                        "bytes written",
                        "barriers",
                        "divergences",
                        "kernel"));
        for (var process : report.processes()) {
            process(table, process);
        }
        if (report.kernels().size() > 1) {
            table.row(cells(LaunchTotals.of(report.kernels()), "", "total"));
        }
        text.append(table.text());
        if (report.kernels().stream().anyMatch(kernel -> kernel.shapes() > 1)) {
            text.append("  * the last of several shapes\n");
        }
        untimed();
    }

    /// The heads of the columns; the cycles only if launches are timed.
    private List<String> heads(String... all) {
        return Stream.of(all).filter(head -> isTimed() || !head.equals(CYCLES)).toList();
    }

    private boolean isTimed() {
        return LaunchTotals.of(report.kernels()).times().areRequested();
    }

    private void untimed() {
        for (var kernel : report.kernels()) {
            var times = kernel.sum().times();
            if (times.untimed() > 0) {
                text.append(
                        "offload-tck: %s of %s not timed: %s\n"
                                .formatted(
                                        counted(times.untimed(), "launch", "launches"),
                                        name(kernel),
                                        times.reason()));
            }
        }
    }

    private void process(TextTable table, ClientProcess process) {
        var kernels =
                report.kernels().stream()
                        .filter(kernel -> kernel.process().equals(process))
                        .toList();
        for (var kernel : kernels) {
            table.row(cells(kernel.sum(), shape(kernel), name(kernel)));
        }
        if (kernels.isEmpty()) {
            table.row(cells(LaunchTotals.NONE, "", "%s: %s".formatted(process, NO_KERNEL)));
        }
    }

    /// The name of a kernel, with device and process if there are several.
    private String name(KernelSummary kernel) {
        var name = new StringBuilder(kernel.kernel());
        if (report.kernels().stream().anyMatch(each -> each.device().ordinal() != 0)) {
            name.append(", device ").append(kernel.device().ordinal());
        }
        if (report.kernels().stream().map(each -> device(each.device())).distinct().count() > 1) {
            name.append(", ").append(device(kernel.device()));
        }
        if (report.processes().size() > 1) {
            name.append(", ").append(kernel.process());
        }
        return name.toString();
    }

    private List<String> cells(LaunchTotals sum, String shape, String name) {
        var counters = sum.counters();
        var cells = new ArrayList<String>();
        cells.add(figure(sum.launches()));
        cells.add(shape);
        if (isTimed()) {
            cells.add(TimingText.cycles(sum.times().cycles(), sum.times().error()));
        }
        LongStream.of(
                        counters.threadInstructions(),
                        counters.warpInstructions(),
                        counters.globalBytesRead(),
                        counters.globalBytesWritten(),
                        counters.barriers(),
                        counters.divergences())
                .mapToObj(value -> sum.areUncounted() ? ABSENT : figure(value))
                .forEach(cells::add);
        cells.add(name);
        return cells;
    }

    private static String shape(KernelSummary kernel) {
        LaunchShape shape = kernel.lastShape();
        return "%s x %s%s"
                .formatted(
                        extent(shape.grid()),
                        extent(shape.cta()),
                        kernel.shapes() > 1 ? VARIED : "");
    }

    /// Formats an extent without trailing ones: `8`, `8,2`, `8,1,2`.
    private static String extent(Extent3D extent) {
        if (extent.z() != 1) {
            return "%d,%d,%d".formatted(extent.x(), extent.y(), extent.z());
        }
        return extent.y() != 1
                ? "%d,%d".formatted(extent.x(), extent.y())
                : Integer.toString(extent.x());
    }

    static String figure(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String counted(long number, String one, String many) {
        return "%s %s".formatted(figure(number), number == 1 ? one : many);
    }
}
