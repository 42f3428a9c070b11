package org.offloadtck.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Compares simulators on the same kernels: one row for each simulator, one column for each kernel,
/// and the geometric mean of the kernels whose warps are full. A simulator that lacks one of them
/// has no mean.
///
/// The first simulator is the baseline.
public final class PeerTable {

    private static final List<String> KERNELS =
            Stream.of(PeerKernel.values()).map(PeerKernel::symbol).toList();

    private static final List<String> ONE_LANE =
            Stream.of(PeerKernel.values())
                    .filter(PeerKernel::isOneLane)
                    .map(PeerKernel::symbol)
                    .toList();

    private static final double MILLION = 1e6;
    private static final int NAME_WIDTH = 28;

    private final List<LaunchSample> samples;
    private final SequencedSet<String> simulators = new LinkedHashSet<>();

    PeerTable(List<LaunchSample> samples) {
        this.samples = List.copyOf(samples);
        samples.forEach(sample -> simulators.add(sample.simulator()));
    }

    /// Reads samples from standard input and prints their table.
    public static void main(String[] arguments) throws IOException {
        var reader = new InputStreamReader(System.in, StandardCharsets.UTF_8);
        try (var lines = new BufferedReader(reader)) {
            System.out.print(new PeerTable(lines.lines().map(LaunchSample::parse).toList()).text());
        }
    }

    /// The table as text.
    String text() {
        var text = new StringBuilder();
        append(
                text,
                simulators,
                new Section(
                        "minimum CPU milliseconds per launch", "%.2f", cell -> 1e3 * cell.cpu()));
        append(
                text,
                simulators,
                new Section("million PTX thread instructions per CPU second", "%.1f", this::rate));
        append(
                text,
                simulators,
                new Section("CPU time relative to " + simulators.getFirst(), "%.2f", this::ratio));
        append(
                text,
                simulators,
                new Section(
                        "minimum wall milliseconds per launch", "%.2f", cell -> 1e3 * cell.wall()));
        var several =
                simulators.stream().filter(name -> name.contains(LaunchSample.SEVERAL)).toList();
        append(
                text,
                several,
                new Section("speed-up of wall time over one thread", "%.2f", this::gain));
        samples.stream()
                .filter(sample -> sample.verdict() == LaunchSample.Verdict.WRONG)
                .map(sample ->
                        "%s: %s: the result is wrong\n"
                                .formatted(sample.simulator(), sample.kernel()))
                .distinct()
                .forEach(text::append);
        return text.toString();
    }

    /// All launches of a kernel by a simulator, summarised.
    private record Cell(String simulator, String kernel, double cpu, double wall) {}

    /// A part of the table with one figure for each cell.
    private record Section(String title, String format, ToDoubleFunction<Cell> figure) {}

    private void append(StringBuilder text, Collection<String> rows, Section section) {
        if (rows.isEmpty()) {
            return;
        }
        text.append(section.title()).append('\n').append(" ".repeat(NAME_WIDTH));
        Stream.concat(KERNELS.stream(), Stream.of("geo. mean"))
                .forEach(name -> text.append(String.format(Locale.ROOT, "%14s", name)));
        text.append('\n');
        rows.forEach(simulator -> text.append(row(simulator, section)).append('\n'));
        text.append('\n');
    }

    private String row(String simulator, Section section) {
        var row = new StringBuilder(simulator);
        row.repeat(' ', Math.max(1, NAME_WIDTH - simulator.length()));
        var figures = new ArrayList<Double>();
        for (var kernel : KERNELS) {
            if (of(simulator, kernel).isEmpty()) {
                row.append(String.format(Locale.ROOT, "%14s", "-"));
            } else {
                double figure = section.figure().applyAsDouble(cell(simulator, kernel));
                row.append(pad(section.format(), figure));
                if (!ONE_LANE.contains(kernel)) {
                    figures.add(figure);
                }
            }
        }
        boolean hasAll = figures.size() == KERNELS.size() - ONE_LANE.size();
        return row.append(hasAll ? pad(section.format(), mean(figures)) : "").toString();
    }

    private static String pad(String format, double figure) {
        return String.format(Locale.ROOT, "%14s", String.format(Locale.ROOT, format, figure));
    }

    private List<LaunchSample> of(String simulator, String kernel) {
        return samples.stream()
                .filter(s -> s.simulator().equals(simulator) && s.kernel().equals(kernel))
                .toList();
    }

    private Cell cell(String simulator, String kernel) {
        var launches = of(simulator, kernel);
        double cpu = launches.stream().mapToDouble(LaunchSample::cpu).min().orElseThrow();
        double wall = launches.stream().mapToDouble(LaunchSample::wall).min().orElseThrow();
        return new Cell(simulator, kernel, cpu, wall);
    }

    /// The rate of every simulator counts the PTX instructions of the first simulator, that is, the
    /// same work.
    private double rate(Cell cell) {
        long instructions = of(simulators.getFirst(), cell.kernel()).getFirst().instructions();
        return instructions / cell.cpu() / MILLION;
    }

    private double ratio(Cell cell) {
        return cell.cpu() / cell(simulators.getFirst(), cell.kernel()).cpu();
    }

    private double gain(Cell cell) {
        String one = cell.simulator().substring(0, cell.simulator().indexOf(LaunchSample.SEVERAL));
        return cell(one, cell.kernel()).wall() / cell.wall();
    }

    private static double mean(List<Double> figures) {
        double[] logarithms = figures.stream().mapToDouble(Math::log).toArray();
        return Math.exp(Arrays.stream(logarithms).average().orElseThrow());
    }
}
