package org.offloadtck.simt.bytecode;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.offloadtck.simt.image.Code;

/// Which registers and predicates the instructions of a phase bring in and change.
final class Usage {

    private final NavigableSet<Integer> readRows = new TreeSet<>();
    private final NavigableSet<Integer> writtenRows = new TreeSet<>();
    private final NavigableSet<Integer> readPredicates = new TreeSet<>();
    private final NavigableSet<Integer> writtenPredicates = new TreeSet<>();

    /// @param phase to and with the branch, if the block is a loop
    static Usage of(Listing listing, Phase phase) {
        var usage = new Usage();
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            usage.add(listing, pc);
        }
        return usage;
    }

    /// Row operands whose value from before is read, those that are not constants.
    NavigableSet<Integer> readRows() {
        return readRows;
    }

    /// Rows of the frame that are written.
    NavigableSet<Integer> writtenRows() {
        return writtenRows;
    }

    /// Predicates of the frame whose value from before is read.
    NavigableSet<Integer> readPredicates() {
        return readPredicates;
    }

    NavigableSet<Integer> writtenPredicates() {
        return writtenPredicates;
    }

    private void add(Listing listing, int pc) {
        var effects = Effects.of(listing, pc);
        boolean guarded = listing.isGuarded(pc);
        if (guarded) {
            test(listing.guard(pc) - 1);
        }
        effects.reads().stream().filter(row -> !listing.isConstant(row)).forEach(row -> read(row));
        effects.tests().forEach(this::test);
        for (int row : effects.writes()) {
            if (row >= 0) {
                keepIf(guarded, row);
                writtenRows.add(row);
            }
        }
        for (int predicate : effects.decides()) {
            if (predicate >= 0) {
                if (guarded && !writtenPredicates.contains(predicate)) {
                    readPredicates.add(predicate);
                }
                writtenPredicates.add(predicate);
            }
        }
    }

    private void keepIf(boolean guarded, int row) {
        if (guarded) {
            read(row);
        }
    }

    private void read(int row) {
        if (!writtenRows.contains(row) && row != ~Code.SINK_ROW) {
            readRows.add(row);
        }
    }

    private void test(int source) {
        int predicate = source >> 1;
        if (predicate >= 0 && !writtenPredicates.contains(predicate)) {
            readPredicates.add(predicate);
        }
    }
}
