package org.offloadtck.engine.bytecode.analysis;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.offloadtck.engine.code.Code;

/// The registers and predicates that are live into a phase, and those that the phase defines.
public final class LiveRegisters {

    private final NavigableSet<Integer> liveInRows = new TreeSet<>();
    private final NavigableSet<Integer> definedRows = new TreeSet<>();
    private final NavigableSet<Integer> liveInPredicates = new TreeSet<>();
    private final NavigableSet<Integer> definedPredicates = new TreeSet<>();

    /// Computes the registers of a phase.
    ///
    /// @param phase with the branch, if the block is a loop
    public static LiveRegisters of(InstructionView view, LanePhase phase) {
        var usage = new LiveRegisters();
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            usage.add(view, pc);
        }
        return usage;
    }

    /// Row operands that are read before they are written, without constants.
    public NavigableSet<Integer> liveInRows() {
        return liveInRows;
    }

    /// Rows of the frame that are written.
    public NavigableSet<Integer> definedRows() {
        return definedRows;
    }

    /// Predicates of the frame that are read before they are written.
    public NavigableSet<Integer> liveInPredicates() {
        return liveInPredicates;
    }

    public NavigableSet<Integer> definedPredicates() {
        return definedPredicates;
    }

    private void add(InstructionView view, int pc) {
        var effects = DefUse.of(view, pc);
        boolean guarded = view.isGuarded(pc);
        if (guarded) {
            test(view.guard(pc) - 1);
        }
        effects.uses().stream().filter(row -> !view.isConstant(row)).forEach(row -> read(row));
        effects.predicateUses().forEach(this::test);
        for (int row : effects.definitions()) {
            if (row >= 0) {
                keepIf(guarded, row);
                definedRows.add(row);
            }
        }
        for (int predicate : effects.predicateDefinitions()) {
            if (predicate >= 0) {
                if (guarded && !definedPredicates.contains(predicate)) {
                    liveInPredicates.add(predicate);
                }
                definedPredicates.add(predicate);
            }
        }
    }

    private void keepIf(boolean guarded, int row) {
        if (guarded) {
            read(row);
        }
    }

    private void read(int row) {
        if (!definedRows.contains(row) && row != ~Code.SINK_ROW) {
            liveInRows.add(row);
        }
    }

    private void test(int source) {
        int predicate = source >> 1;
        if (predicate >= 0 && !definedPredicates.contains(predicate)) {
            liveInPredicates.add(predicate);
        }
    }
}
