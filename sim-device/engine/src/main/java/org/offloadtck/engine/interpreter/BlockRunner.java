package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.bytecode.CompiledImage;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.bytecode.runtime.RetryBackoff;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Runs compiled blocks for groups, to the same effect on groups and counts as interpreting their
/// instructions one by one.
final class BlockRunner {

    private final CompiledImage translation;
    private final BlockContext workspace;
    private final RunningCounters counts;
    private final int patience;
    private final LaunchObserver observer;
    private final boolean told;
    private final BlockExecution.Context tellers;
    private final RetryBackoff misses;
    private int next;
    private int stop;

    BlockRunner(
            LoadedProgram image,
            BlockContext workspace,
            RunningCounters counts,
            LaunchOptions options) {
        this.observer = options.observer();
        this.told = observer.observesBlocks();
        this.translation = told ? CompiledImage.instrumented(image) : CompiledImage.of(image);
        this.workspace = workspace;
        this.counts = counts;
        this.patience = options.executor().compileThreshold();
        this.tellers =
                new BlockExecution.Context(image.code().words(), translation, workspace, observer);
        this.misses = new RetryBackoff(told ? image.code().instructions().size() : 0);
    }

    /// Runs the block that begins where a group is, unless there is none or `limit` is before its
    /// end.
    ///
    /// @param end the count of instructions at which the group's turn ends
    /// @return whether instructions were executed; if not, the next one is to be interpreted
    boolean run(Warp warp, LaneGroup group, int limit, long end) {
        var block = translation.blockAt(group.pc(), patience);
        int length = block.length();
        if (length == 0 || length > limit - group.pc()) {
            return false;
        }
        return told ? tell(warp, group, block, end) : carryOut(warp, group, block, end);
    }

    /// Runs a block that somebody is told of, unless they want to be told of each instruction.
    private boolean tell(Warp warp, LaneGroup group, CompiledBlock block, long end) {
        int pc = group.pc();
        if (!misses.shouldTry(pc)) {
            return false;
        }
        var traversal = new BlockExecution(tellers, warp, group, translation.summary(pc));
        if (!observer.permitsBlock(traversal)) {
            misses.recordFailure(pc);
            return false;
        }
        workspace.trace().setListener(traversal);
        long most = (long) traversal.maxIterations() * block.length();
        if (!carryOut(warp, group, block, Math.min(end, counts.warpInstructions + most))) {
            misses.recordFailure(pc);
            return false;
        }
        traversal.end(traversal.block().isLoop() ? block.length() : next - pc);
        return true;
    }

    private boolean carryOut(Warp warp, LaneGroup group, CompiledBlock block, long end) {
        stop = Integer.MAX_VALUE;
        use(warp, group.frame());
        long before = counts.warpInstructions;
        next =
                switch (block) {
                    case CompiledBlock.Straight straight -> straight(group, straight);
                    case CompiledBlock.Loop loop -> loop(warp, group, loop, end);
                    case CompiledBlock.Absent _ -> throw new IllegalStateException("no block");
                };
        counts.globalBytesRead += workspace.takeRead();
        counts.globalBytesWritten += workspace.takeWritten();
        counts.sharedBytes += workspace.takeShared();
        return counts.warpInstructions != before;
    }

    /// Where the group that ran last goes on.
    int next() {
        return next;
    }

    /// Where, at the latest, it has to stop: where lanes of it now wait.
    int stop() {
        return stop;
    }

    private void use(Warp warp, CallFrame frame) {
        workspace.useRegisters(warp.registers(), frame.firstRow());
        workspace.usePredicates(warp.predicates(), frame.firstPredicate());
        workspace.useLocal(warp.localMemory().at(0, 0), frame.localStart(), frame.localEnd());
        workspace.useShared(warp.cta().shared(), warp.cta().sharedSize());
    }

    private int straight(LaneGroup group, CompiledBlock.Straight block) {
        int done = block.run(workspace, group.mask());
        counts.warpInstructions += done;
        counts.threadInstructions += (long) done * Integer.bitCount(group.mask());
        return group.pc() + done;
    }

    /// A turn ends where the loop's branch is taken, so one that is over already has a round to go.
    private int loop(Warp warp, LaneGroup group, CompiledBlock.Loop block, long end) {
        int length = block.length();
        long due = Math.ceilDiv(end - counts.warpInstructions, length);
        int most = (int) Math.clamp(due, 1L, Integer.MAX_VALUE);
        long rounds = block.run(workspace, group.mask(), most);
        if (rounds == 0) {
            return group.pc();
        }
        int remaining = workspace.remaining();
        int longest = remaining != 0 ? most : workspace.longest(group.mask());
        counts.warpInstructions += (long) longest * length;
        counts.threadInstructions += rounds * length;
        int going = remaining != 0 ? remaining : lanesOf(group.mask(), longest);
        int earlier = group.mask() & ~going;
        if (earlier != 0) {
            stop = group.pc() + length;
            counts.divergences += distinctRounds(earlier);
            warp.split(group, earlier, stop);
        }
        return remaining != 0 ? group.pc() : group.pc() + length;
    }

    /// The lanes that did so many rounds.
    private int lanesOf(int mask, int rounds) {
        int lanes = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (workspace.rounds(lane) == rounds ? 1 : 0) << lane;
        }
        return lanes;
    }

    /// After how many different rounds lanes left: so often the group split.
    private int distinctRounds(int mask) {
        int distinct = 0;
        int rest = mask;
        while (rest != 0) {
            rest &= ~lanesOf(rest, workspace.rounds(Integer.numberOfTrailingZeros(rest)));
            distinct++;
        }
        return distinct;
    }
}
