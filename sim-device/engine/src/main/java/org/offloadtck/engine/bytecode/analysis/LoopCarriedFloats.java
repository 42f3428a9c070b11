package org.offloadtck.engine.bytecode.analysis;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.Op;

/// Which registers a loop can carry from round to round as 32-bit numbers, rather than as bits:
/// those whose last value of a round is the result of arithmetic, and whose value from before the
/// round is used by arithmetic only.
///
/// A number stands for bits that have a NaN in its canonical form; what a register brings into the
/// first round may be another NaN, which nothing but arithmetic may then see.
public final class LoopCarriedFloats {

    private final InstructionView listing;
    private final LanePhase phase;
    private final NavigableSet<Integer> carried;

    /// Registers that still have the value from before the round, and those that have a result.
    private final NavigableSet<Integer> untouched = new TreeSet<>();

    private final NavigableSet<Integer> results = new TreeSet<>();

    private LoopCarriedFloats(
            InstructionView listing, LanePhase phase, NavigableSet<Integer> candidates) {
        this.listing = listing;
        this.phase = phase;
        this.carried = candidates;
    }

    /// @param phase the loop's instructions, the branch left out
    public static NavigableSet<Integer> of(
            InstructionView listing, LanePhase phase, LiveRegisters usage) {
        var candidates = new TreeSet<>(usage.definedRows());
        candidates.retainAll(usage.liveInRows());
        var carried = new LoopCarriedFloats(listing, phase, candidates);
        while (carried.dropOne()) {
            carried.untouched.clear();
            carried.results.clear();
        }
        return candidates;
    }

    /// Goes through a round and drops a register that cannot be carried.
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
        var effects = DefUse.of(listing, pc);
        boolean guarded = listing.isGuarded(pc);
        if (!isArithmetic(listing, pc)) {
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

    /// Whether what an instruction writes is a number afterwards.
    private boolean hasNumber(int pc) {
        int op = listing.op(pc);
        return isArithmetic(op) || (op == Op.MOVE && results.contains(listing.a(pc)));
    }

    /// Whether an instruction takes its operands for 32-bit numbers.
    private static boolean isArithmetic(InstructionView listing, int pc) {
        int op = listing.op(pc);
        boolean compares =
                op == Op.COMPARE
                        && (listing.x(pc) & ~ComparisonKind.RELATIONS) == ComparisonKind.FLOAT;
        return compares || isArithmetic(op);
    }

    private static boolean isArithmetic(int op) {
        return op >= Op.ADD_FLOAT && op <= Op.FMA_FLOAT;
    }
}
