package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// Instructions that make a block: from `from` to `to`, excluded, of a function.
///
/// @param loops whether the last is a guarded branch to the first, and the others can be repeated
///   lane by lane: they do not store
public record BasicBlock(DecodedFunction function, int from, int to, boolean isLoop) {

    /// Fewer instructions are not worth leaving the interpreter for.
    private static final int FEWEST = 2;

    public int length() {
        return to - from;
    }

    /// The phases it is carried out in; a loop's round is one, the branch left out.
    public List<LanePhase> phases(InstructionView listing) {
        return isLoop ? List.of(new LanePhase(from, to - 1)) : LanePhase.of(listing, from, to);
    }

    /// The blocks of a function: they begin where something may jump to, and after what is not
    /// compiled, and go on as far as nothing jumps into them.
    public static List<BasicBlock> of(InstructionView listing, DecodedFunction function) {
        var starts = starts(listing, function);
        var stretches = new ArrayList<BasicBlock>();
        int from = starts.nextSetBit(function.entry());
        while (from >= 0) {
            int to = end(listing, function, starts, from);
            boolean loops = isLoop(listing, function, from, to);
            if (loops || to - from >= FEWEST) {
                stretches.add(new BasicBlock(function, from, loops ? to + 1 : to, loops));
            }
            from = starts.nextSetBit(from + 1);
        }
        return stretches;
    }

    private static BitSet starts(InstructionView listing, DecodedFunction function) {
        var starts = new BitSet();
        starts.set(function.entry());
        for (int pc = function.entry(); pc < function.end(); pc++) {
            int op = listing.op(pc);
            if (op == Op.BRANCH) {
                starts.set(listing.x(pc));
            }
            if (op == Op.BRANCH_INDEXED) {
                for (int i = 0; i < listing.y(pc); i++) {
                    starts.set(listing.listed(listing.x(pc) + i));
                }
            }
            if (!LanePhase.compiles(listing, pc) && pc + 1 < function.end()) {
                starts.set(pc + 1);
            }
        }
        return starts;
    }

    private static int end(
            InstructionView listing, DecodedFunction function, BitSet starts, int from) {
        int to = from;
        while (to < function.end()
                && LanePhase.compiles(listing, to)
                && (to == from || !starts.get(to))) {
            to++;
        }
        return to;
    }

    private static boolean isLoop(
            InstructionView listing, DecodedFunction function, int from, int to) {
        boolean returns =
                to < function.end()
                        && to > from
                        && listing.op(to) == Op.BRANCH
                        && listing.isGuarded(to)
                        && listing.x(to) == from;
        return returns && LanePhase.isRepeatable(listing, from, to);
    }
}
