package org.offloadtck.timing.lowering;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Predecessors;
import org.offloadtck.timing.figures.TimingData;
import org.offloadtck.timing.lowering.SassSequence.Step;

/// `sequences.csv`: a row for each form of an instruction and architecture. Of several rows that
/// match, the first counts. A form that has no row of an architecture has that of the nearest of
/// its [Predecessors], and the sequence is assumed.
final class SequenceTable {

    private static final String RESOURCE = "sequences.csv";

    /// Rows of every architecture say so.
    private static final String ALL = "all";

    /// In a cell that has nothing to say.
    private static final String NOTHING = "-";

    static final List<Row> ROWS = read();

    private SequenceTable() {}

    /// A row.
    ///
    /// @param words an instruction it is for has all of them
    /// @param of the architecture
    /// @param latency in cycles, or [#NOTHING]: the steps one after another
    record Row(
            MnemonicPattern words,
            String of,
            List<Step> steps,
            String latency,
            Basis basis,
            String source) {

        /// The source being the last, and free to have commas.
        private static final int COLUMNS = 6;

        static Row parse(String line) {
            var cells = line.split(",", COLUMNS);
            return new Row(
                    MnemonicPattern.parse(cells[0], " "),
                    cells[1],
                    stepsOf(cells[2]),
                    cells[3],
                    Basis.of(cells[4]),
                    cells[5]);
        }

        private Row takenFrom(List<String> predecessors) {
            return predecessors.contains(of)
                    ? new Row(
                            words,
                            of,
                            steps,
                            latency,
                            Basis.ASSUMED,
                            Predecessors.source(of, source))
                    : this;
        }

        SassSequence sequence(TimingData timing) {
            int cycles = latency.equals(NOTHING) ? chained(timing) : Integer.parseInt(latency);
            return new SassSequence(steps, cycles, basis, source);
        }

        private int chained(TimingData timing) {
            return steps.stream()
                    .filter(step -> step.unit() != ExecutionUnit.MEMORY)
                    .mapToInt(step -> step.count() * timing.latency(step.unit()))
                    .sum();
        }
    }

    /// The rows of an architecture, in the order of the table.
    ///
    /// @param sm the number of the architecture
    static List<Row> of(int sm) {
        var predecessors = Predecessors.of(sm);
        var scopes = new ArrayList<>(predecessors);
        scopes.addFirst("sm_" + sm);
        scopes.add(ALL);
        var nearest = new HashMap<MnemonicPattern, Row>();
        for (var scope : scopes) {
            ROWS.stream()
                    .filter(row -> row.of.equals(scope))
                    .forEach(row -> nearest.putIfAbsent(row.words, row));
        }
        return ROWS.stream()
                .filter(row -> row.equals(nearest.get(row.words)))
                .map(row -> row.takenFrom(predecessors))
                .toList();
    }

    /// Nothing, for an instruction the front end does not know.
    static SassSequence unknown(Instruction.Opaque instruction) {
        return new SassSequence(
                List.of(), 0, Basis.DOCUMENTED, instruction.mnemonic() + " is not simulated");
    }

    private static List<Step> stepsOf(String cell) {
        var steps = new ArrayList<Step>();
        if (!cell.equals(NOTHING)) {
            var words = cell.split(" ", -1);
            for (int i = 0; i < words.length; i += 2) {
                int count = Integer.parseInt(words[i]);
                steps.add(new Step(ExecutionUnit.of(words[i + 1]), count));
            }
        }
        return List.copyOf(steps);
    }

    private static List<Row> read() {
        try (var stream =
                Objects.requireNonNull(SequenceTable.class.getResourceAsStream(RESOURCE))) {
            var text = new String(stream.readAllBytes(), UTF_8);
            return text.lines().skip(1).map(Row::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
