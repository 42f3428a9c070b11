package org.offloadtck.launch.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.launch.report.TextTable;
import org.offloadtck.launch.report.TimingText;
import org.offloadtck.launch.sweep.SweepRun.Cell;
import org.offloadtck.launch.sweep.SweepRun.ProgramTimes;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// The times of a sweep as tables: one for each program for readers, and one of all cells as CSV.
record SweepTable(Sweep sweep, List<ProgramTimes> programs) {

    SweepTable {
        programs = List.copyOf(programs);
    }

    /// Whether a time is unknown.
    boolean isIncomplete() {
        return programs.stream()
                .flatMap(times -> times.cells().stream())
                .anyMatch(cell -> cell.timing() instanceof Timing.Unknown);
    }

    /// Whole lines.
    String text() {
        return programs.stream().map(this::text).collect(Collectors.joining("\n"));
    }

    private String text(ProgramTimes times) {
        if (times.base() instanceof Timing.Unknown) {
            return heading(times);
        }
        var table = new TextTable();
        table.row(row(sweep.figures().stream().map(DeviceFigure::word), "cycles", "us", "time"));
        for (var cell : times.cells()) {
            var values = cell.variant().values().values().stream().map("%,d"::formatted);
            table.row(
                    switch (cell.timing()) {
                        case KernelTiming known ->
                                row(
                                        values,
                                        TimingText.cycles(known.cycles(), known.error()),
                                        microseconds(known),
                                        change(times, cell));
                        case Timing.Unknown(var reason) -> row(values, "", "", reason);
                        case Timing.NotRequested _ -> row(values, "", "", "");
                    });
        }
        return heading(times) + table.text();
    }

    private String heading(ProgramTimes times) {
        return switch (times.base()) {
            case KernelTiming known ->
                    "%s on %s: %s, %s us\n"
                            .formatted(
                                    times.program(),
                                    sweep.device().name(),
                                    TimingText.cycles(known),
                                    microseconds(known));
            case Timing.Unknown(var reason) ->
                    "%s on %s: %s\n".formatted(times.program(), sweep.device().name(), reason);
            case Timing.NotRequested _ -> times.program() + "\n";
        };
    }

    private static String microseconds(KernelTiming timing) {
        return String.format(Locale.ROOT, "%,.1f", timing.nanoseconds() / 1000.0);
    }

    private static String change(ProgramTimes times, Cell cell) {
        double ratio = ratio(times, cell);
        return Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100);
    }

    /// The time of a cell over that on the device as it is; not a number if one is unknown.
    static double ratio(ProgramTimes times, Cell cell) {
        return cell.timing() instanceof KernelTiming timing
                        && times.base() instanceof KernelTiming base
                        && base.nanoseconds() > 0
                ? (double) timing.nanoseconds() / base.nanoseconds()
                : Double.NaN;
    }

    /// A line for each cell. The first shard has the line of headings, so that the lines of all
    /// shards, one after another, are those of the whole.
    String csv(Sweep.Shard shard) {
        var text = new StringBuilder();
        if (shard.number() == 0) {
            line(
                    text,
                    row(
                            Stream.concat(
                                    Stream.of("program"),
                                    sweep.figures().stream().map(DeviceFigure::word)),
                            "cycles",
                            "cycles_error",
                            "nanoseconds",
                            "ratio"));
        }
        for (var times : programs) {
            for (var cell : times.cells()) {
                line(text, csv(times, cell));
            }
        }
        return text.toString();
    }

    private static List<String> csv(ProgramTimes times, Cell cell) {
        var key =
                Stream.concat(
                        Stream.of(quoted(times.program())),
                        cell.variant().values().values().stream().map(String::valueOf));
        return switch (cell.timing()) {
            case KernelTiming known ->
                    row(
                            key,
                            Long.toString(known.cycles()),
                            Long.toString(known.error()),
                            Long.toString(known.nanoseconds()),
                            String.format(Locale.ROOT, "%.4f", ratio(times, cell)));
            case Timing.Unknown _, Timing.NotRequested _ -> row(key, "", "", "", "");
        };
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(String.join(",", cells)).append('\n');
    }

    /// As RFC 4180 has it.
    private static String quoted(String text) {
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static List<String> row(Stream<String> first, String... rest) {
        var cells = new ArrayList<>(first.toList());
        cells.addAll(List.of(rest));
        return List.copyOf(cells);
    }
}
