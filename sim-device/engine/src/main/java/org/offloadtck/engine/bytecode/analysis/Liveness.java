package org.offloadtck.engine.bytecode.analysis;

import java.util.Arrays;
import java.util.BitSet;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// Which rows of a function's frame hold values that are still needed, before each instruction.
public final class Liveness {

    private final InstructionView listing;
    private final DecodedFunction function;
    private final BitSet[] before;

    public Liveness(InstructionView listing, DecodedFunction function) {
        this.listing = listing;
        this.function = function;
        this.before = new BitSet[function.end() - function.entry()];
        Arrays.setAll(before, _ -> new BitSet());
        boolean changes = true;
        while (changes) {
            changes = false;
            for (int pc = function.end() - 1; pc >= function.entry(); pc--) {
                changes |= update(pc);
            }
        }
    }

    /// Whether a row, an operand that is not negative, is needed by the instruction at `pc` or
    /// after it.
    public boolean isLiveBefore(int row, int pc) {
        return before(pc).get(row / Code.LANES);
    }

    private BitSet before(int pc) {
        return before[pc - function.entry()];
    }

    private boolean update(int pc) {
        var live = new BitSet();
        join(live, pc);
        var effects = DefUse.of(listing, pc);
        if (effects.certain() && !listing.isGuarded(pc)) {
            effects.definitions().stream()
                    .filter(row -> row >= 0)
                    .forEach(row -> live.clear(of(row)));
        }
        effects.uses().stream().filter(row -> row >= 0).forEach(row -> live.set(of(row)));
        boolean changed = !live.equals(before(pc));
        before[pc - function.entry()] = live;
        return changed;
    }

    private static int of(int row) {
        return row / Code.LANES;
    }

    /// Adds what is needed after the instruction at `pc`.
    private void join(BitSet live, int pc) {
        int op = listing.op(pc);
        if (op == Op.BRANCH) {
            live.or(before(listing.x(pc)));
        }
        if (op == Op.BRANCH_INDEXED) {
            for (int i = 0; i < listing.y(pc); i++) {
                live.or(before(listing.listed(listing.x(pc) + i)));
            }
        }
        boolean ends =
                op == Op.BRANCH
                        || op == Op.BRANCH_INDEXED
                        || op == Op.RETURN
                        || op == Op.EXIT
                        || op == Op.TRAP;
        if ((!ends || listing.isGuarded(pc)) && pc + 1 < function.end()) {
            live.or(before(pc + 1));
        }
    }
}
