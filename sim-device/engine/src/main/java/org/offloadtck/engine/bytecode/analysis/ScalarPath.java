package org.offloadtck.engine.bytecode.analysis;

import org.offloadtck.engine.code.Op;

/// Consecutive instructions that one lane executes in a region, from the start of a block.
///
/// @param summary the registers that they read and write
/// @param untaken number of guarded branches among them that are not taken
public record ScalarPath(BlockSummary summary, int untaken) {

    /// The path from `from` to `to`, excluded.
    ///
    /// @param ending whether the last instruction is a branch that is taken
    public static ScalarPath of(InstructionView view, int from, int to, Ending ending) {
        int untaken = 0;
        for (int pc = from; pc < to; pc++) {
            boolean isTaken = ending == Ending.TAKEN_BRANCH && pc == to - 1;
            boolean isBranch = view.op(pc) == Op.BRANCH && view.isGuarded(pc);
            untaken += isBranch && !isTaken ? 1 : 0;
        }
        return new ScalarPath(BlockSummary.of(view, new LanePhase(from, to), false), untaken);
    }

    /// How a path ends.
    public enum Ending {
        TAKEN_BRANCH,
        /// With any other instruction, or a branch that is not taken.
        OTHER
    }
}
