package org.offloadtck.engine.bytecode.analysis;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.Op;

/// Registers that a compiled loop keeps as `float` across iterations: the last value of an
/// iteration is the result of 32-bit arithmetic, and the value from the previous iteration is read
/// by such arithmetic only.
///
/// A `float` stands for bits in which a NaN is canonical. The value before the first iteration may
/// be another NaN, which only arithmetic may read.
public final class LoopCarriedFloats {

    private final InstructionView view;
    private final LanePhase phase;
    private final NavigableSet<Integer> carried;

    /// Registers that still have the value from before the iteration, and registers that have a
    /// result.
    private final NavigableSet<Integer> untouched = new TreeSet<>();

    private final NavigableSet<Integer> results = new TreeSet<>();

    private LoopCarriedFloats(
            InstructionView view, LanePhase phase, NavigableSet<Integer> candidates) {
        this.view = view;
        this.phase = phase;
        this.carried = candidates;
    }

    /// Computes the registers of a loop.
    ///
    /// @param phase the instructions of the loop without the branch
    public static NavigableSet<Integer> of(
            InstructionView view, LanePhase phase, LiveRegisters usage) {
        var candidates = new TreeSet<>(usage.definedRows());
        candidates.retainAll(usage.liveInRows());
        var carried = new LoopCarriedFloats(view, phase, candidates);
        while (carried.dropOne()) {
            carried.untouched.clear();
            carried.results.clear();
        }
        return candidates;
    }

    /// Simulates an iteration and removes the registers that do not qualify.
    ///
    /// @return whether any was removed
    private boolean dropOne() {
        int before = carried.size();
        untouched.addAll(carried);
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            step(pc);
        }
        carried.retainAll(results);
        return carried.size() < before;
    }

    private void step(int pc) {
        var effects = DefUse.of(view, pc);
        boolean guarded = view.isGuarded(pc);
        if (!isArithmetic(view, pc)) {
            effects.uses().stream().filter(untouched::contains).forEach(carried::remove);
        }
        if (guarded) {
            effects.definitions().stream().filter(untouched::contains).forEach(carried::remove);
        }
        boolean result = !guarded && hasNumber(pc);
        for (int row : effects.definitions()) {
            untouched.remove(row);
            if (result) {
                results.add(row);
            } else {
                results.remove(row);
            }
        }
    }

    /// Whether the result of an instruction is a `float`.
    private boolean hasNumber(int pc) {
        int op = view.op(pc);
        return isArithmetic(op) || (op == Op.MOVE && results.contains(view.a(pc)));
    }

    /// Whether an instruction reads its operands as 32-bit numbers.
    private static boolean isArithmetic(InstructionView view, int pc) {
        int op = view.op(pc);
        boolean compares =
                op == Op.COMPARE
                        && (view.x(pc) & ~ComparisonKind.RELATIONS) == ComparisonKind.FLOAT;
        return compares || isArithmetic(op);
    }

    private static boolean isArithmetic(int op) {
        return op >= Op.ADD_FLOAT && op <= Op.FMA_FLOAT;
    }
}
