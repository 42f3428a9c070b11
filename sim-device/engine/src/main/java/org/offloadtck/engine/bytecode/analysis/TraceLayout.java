package org.offloadtck.engine.bytecode.analysis;

import java.util.HashMap;
import java.util.Map;

/// The accesses of a phase, and where an access trace has their addresses.
///
/// A row of the trace has an address for each lane. Accesses through one value of a register share
/// the row of the first of them, from whose address theirs are at a constant distance. Callers must
/// not modify the arrays.
///
/// Of a loop whose addresses are linear in the iteration ([ScalarEvolution]), the trace has the
/// rows of the first iteration, the second one and the last one, in this order. Of any other loop
/// it has those of each iteration.
///
/// @param accesses program counters of the accesses, in order
/// @param bases for each access the index of the first that is made through the same value
/// @param distances for each access its distance from that one in bytes
/// @param rows for each access its row; -1 for a parameter that all threads load from a constant
///   address, which is not recorded
/// @param width number of rows of an iteration
/// @param iterations those of a loop that the trace has
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TraceLayout(
        int[] accesses,
        int[] bases,
        int[] distances,
        int[] rows,
        int width,
        Iterations iterations) {

    /// Iterations that a trace has when the addresses are linear.
    public static final int LINEAR_ITERATIONS = 3;

    /// Most iterations of a loop whose addresses are linear.
    public static final int MOST_LINEAR_ITERATIONS = ScalarEvolution.MOST_ITERATIONS;

    /// The layout of a phase without accesses.
    public static final TraceLayout NONE = of();

    /// The iterations of a loop that a trace has.
    public enum Iterations {
        EACH,
        /// The first two and the last one of each lane, from which the others follow.
        LINEAR
    }

    /// The key of accesses that share a row.
    ///
    /// @param value number of times that the phase has defined the register before
    private record Address(int operand, int value, int space) {}

    private static TraceLayout of() {
        return new TraceLayout(new int[0], new int[0], new int[0], new int[0], 0, Iterations.EACH);
    }

    /// Whether the trace has the iterations from which the others follow.
    public boolean isLinear() {
        return iterations == Iterations.LINEAR;
    }

    /// The layout of the accesses among the instructions of a phase.
    public static TraceLayout of(InstructionView view, BasicBlock block, LanePhase phase) {
        boolean isLinear = block.isLoop() && ScalarEvolution.hasLinearAddresses(view, phase);
        return of(view, phase, isLinear ? Iterations.LINEAR : Iterations.EACH);
    }

    private static TraceLayout of(InstructionView view, LanePhase phase, Iterations iterations) {
        int[] accesses = BlockSummary.accesses(view, phase);
        int[] bases = new int[accesses.length];
        int[] distances = new int[accesses.length];
        int[] rows = new int[accesses.length];
        var firsts = new HashMap<Address, Integer>();
        var values = new HashMap<Integer, Integer>();
        int width = 0;
        int pc = phase.from();
        for (int i = 0; i < accesses.length; i++) {
            for (; pc < accesses[i]; pc++) {
                countDefinitions(view, pc, values);
            }
            int operand = view.a(pc);
            var address = new Address(operand, values.getOrDefault(operand, 0), view.space(pc));
            boolean isRecorded = !view.isParameter(pc);
            bases[i] = isRecorded ? firsts.getOrDefault(address, i) : i;
            firsts.putIfAbsent(address, i);
            distances[i] = view.x(pc) - view.x(accesses[bases[i]]);
            rows[i] = !isRecorded ? -1 : bases[i] == i ? width++ : rows[bases[i]];
        }
        var those = width == 0 ? Iterations.EACH : iterations;
        return new TraceLayout(accesses, bases, distances, rows, width, those);
    }

    private static void countDefinitions(
            InstructionView view, int pc, Map<Integer, Integer> values) {
        for (int row : DefUse.of(view, pc).definitions()) {
            values.merge(row, 1, Integer::sum);
        }
    }
}
