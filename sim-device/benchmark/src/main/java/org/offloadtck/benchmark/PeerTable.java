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

/// What several simulators took for the same kernels, side by side: a row for each, a column for
/// each kernel, the geometric mean at the end. Who has only some of the kernels has no mean.
///
/// The first simulator is the one the others are held against.
public final class PeerTable {

    private static final List<String> KERNELS =
            Stream.of(PeerKernel.values()).map(PeerKernel::symbol).toList();

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

    /// The table.
    String text() {
        var text = new StringBuilder();
        append(
                text,
                simulators,
                new Block("CPU milliseconds of a launch, least", "%.2f", cell -> 1e3 * cell.cpu()));
        append(
                text,
                simulators,
                new Block("million PTX thread instructions a CPU second", "%.1f", this::rate));
        append(
                text,
                simulators,
                new Block(
                        "CPU time, as a multiple of " + simulators.getFirst(),
                        "%.2f",
                        this::ratio));
        append(
                text,
                simulators,
                new Block(
                        "wall milliseconds of a launch, shortest",
                        "%.2f",
                        cell -> 1e3 * cell.wall()));
        var several =
                simulators.stream().filter(name -> name.contains(LaunchSample.SEVERAL)).toList();
        append(
                text,
                several,
                new Block(
                        "wall milliseconds of one thread's launch, divided by those above",
                        "%.2f",
                        this::gain));
        samples.stream()
                .filter(sample -> sample.verdict() == LaunchSample.Verdict.WRONG)
                .map(sample ->
                        "%s: %s: the result is wrong\n"
                                .formatted(sample.simulator(), sample.kernel()))
                .distinct()
                .forEach(text::append);
        return text.toString();
    }

    /// All launches of a kernel by a simulator, as one.
    private record Cell(String simulator, String kernel, double cpu, double wall) {}

    /// What a part of the table says of each cell.
    private record Block(String title, String format, ToDoubleFunction<Cell> figure) {}

    private void append(StringBuilder text, Collection<String> rows, Block block) {
        if (rows.isEmpty()) {
            return;
        }
        text.append(block.title()).append('\n').append(" ".repeat(NAME_WIDTH));
        Stream.concat(KERNELS.stream(), Stream.of("geo. mean"))
                .forEach(name -> text.append(String.format(Locale.ROOT, "%14s", name)));
        text.append('\n');
        rows.forEach(simulator -> text.append(row(simulator, block)).append('\n'));
        text.append('\n');
    }

    private String row(String simulator, Block block) {
        var row = new StringBuilder(simulator);
        row.repeat(' ', Math.max(1, NAME_WIDTH - simulator.length()));
        var figures = new ArrayList<Double>();
        for (var kernel : KERNELS) {
            if (of(simulator, kernel).isEmpty()) {
                row.append(String.format(Locale.ROOT, "%14s", "-"));
            } else {
                figures.add(block.figure().applyAsDouble(cell(simulator, kernel)));
                row.append(pad(block.format(), figures.getLast()));
            }
        }
        boolean hasAll = figures.size() == KERNELS.size();
        return row.append(hasAll ? pad(block.format(), mean(figures)) : "").toString();
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

    /// Everybody's rate counts the PTX instructions that the first simulator counted: the same
    /// work.
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
