package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// A basic block of a function, or a loop of one basic block: the instructions from `from` to `to`,
/// excluded.
///
/// @param isLoop whether the last instruction is a guarded branch to the first, and lanes can
///   execute the others any number of times, for none stores
public record BasicBlock(DecodedFunction function, int from, int to, boolean isLoop) {

    /// Blocks of fewer instructions are not compiled.
    private static final int FEWEST = 2;

    public int length() {
        return to - from;
    }

    /// The phases of the block; of a loop, one phase without the branch.
    public List<LanePhase> phases(InstructionView view) {
        return isLoop ? List.of(new LanePhase(from, to - 1)) : LanePhase.of(view, from, to);
    }

    /// The blocks of a function. A block starts at a branch target or after an instruction that is
    /// not compiled, and ends before the next.
    public static List<BasicBlock> of(InstructionView view, DecodedFunction function) {
        var starts = starts(view, function);
        var blocks = new ArrayList<BasicBlock>();
        int from = starts.nextSetBit(function.entry());
        while (from >= 0) {
            int to = end(view, function, starts, from);
            boolean loops = isLoop(view, function, from, to);
            if (loops || to - from >= fewest(view, from)) {
                blocks.add(new BasicBlock(function, from, loops ? to + 1 : to, loops));
            }
            from = starts.nextSetBit(from + 1);
        }
        return blocks;
    }

    /// Instructions of the shortest block that is compiled. A comparison alone is worth it, unless
    /// observers are notified of its block.
    private static int fewest(InstructionView view, int from) {
        return view.op(from) == Op.COMPARE && !view.isInstrumented() ? 1 : FEWEST;
    }

    private static BitSet starts(InstructionView view, DecodedFunction function) {
        var starts = new BitSet();
        starts.set(function.entry());
        for (int pc = function.entry(); pc < function.end(); pc++) {
            view.branchTargets(pc).forEach(starts::set);
            if (!LanePhase.compiles(view, pc) && pc + 1 < function.end()) {
                starts.set(pc + 1);
            }
        }
        return starts;
    }

    private static int end(
            InstructionView view, DecodedFunction function, BitSet starts, int from) {
        int to = from;
        while (to < function.end()
                && LanePhase.compiles(view, to)
                && (to == from || !starts.get(to))) {
            to++;
        }
        return to;
    }

    private static boolean isLoop(
            InstructionView view, DecodedFunction function, int from, int to) {
        boolean returns =
                to < function.end()
                        && to > from
                        && view.op(to) == Op.BRANCH
                        && view.isGuarded(to)
                        && view.x(to) == from;
        return returns && LanePhase.isRepeatable(view, from, to);
    }
}
