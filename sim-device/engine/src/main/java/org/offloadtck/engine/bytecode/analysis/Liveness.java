package org.offloadtck.engine.bytecode.analysis;

import java.util.Arrays;
import java.util.BitSet;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// The live rows of the frame of a function, before each instruction.
public final class Liveness {

    private final InstructionView view;
    private final DecodedFunction function;
    private final BitSet[] before;

    public Liveness(InstructionView view, DecodedFunction function) {
        this.view = view;
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

    /// Whether the value of a row, an operand that is not negative, may be read at `pc` or later.
    public boolean isLiveBefore(int row, int pc) {
        return before(pc).get(row / Code.LANES);
    }

    private BitSet before(int pc) {
        return before[pc - function.entry()];
    }

    private boolean update(int pc) {
        var live = new BitSet();
        join(live, pc);
        var effects = DefUse.of(view, pc);
        if (effects.certain() && !view.isGuarded(pc)) {
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

    /// Adds the rows that are live after the instruction at `pc`.
    private void join(BitSet live, int pc) {
        int op = view.op(pc);
        view.branchTargets(pc).forEach(target -> live.or(before(target)));
        boolean ends =
                op == Op.BRANCH
                        || op == Op.BRANCH_INDEXED
                        || op == Op.RETURN
                        || op == Op.EXIT
                        || op == Op.TRAP;
        if ((!ends || view.isGuarded(pc)) && pc + 1 < function.end()) {
            live.or(before(pc + 1));
        }
    }
}
