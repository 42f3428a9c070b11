package org.offloadtck.simt.execution;

import org.offloadtck.simt.bytecode.Block;
import org.offloadtck.simt.bytecode.Misses;
import org.offloadtck.simt.bytecode.Translation;
import org.offloadtck.simt.bytecode.Workspace;
import org.offloadtck.simt.image.DeviceImage;

/// Runs compiled blocks for groups, to the same effect on groups and counts as interpreting their
/// instructions one by one.
final class CompiledCode {

    private final Translation translation;
    private final Workspace workspace;
    private final Counts counts;
    private final int patience;
    private final LaunchObserver observer;
    private final boolean told;
    private final Traversal.Tellers tellers;
    private final Misses misses;
    private int next;
    private int stop;

    CompiledCode(DeviceImage image, Workspace workspace, Counts counts, LaunchOptions options) {
        this.observer = options.observer();
        this.told = observer.takesTraversals();
        this.translation = told ? Translation.told(image) : Translation.of(image);
        this.workspace = workspace;
        this.counts = counts;
        this.patience = options.executor().patience();
        this.tellers =
                new Traversal.Tellers(image.code().words(), translation, workspace, observer);
        this.misses = new Misses(told ? image.code().instructions().size() : 0);
    }

    /// Runs the block that begins where a group is, unless there is none or `limit` is before its
    /// end.
    ///
    /// @param end the count of instructions at which the group's turn ends
    /// @return whether instructions were executed; if not, the next one is to be interpreted
    boolean run(Warp warp, Group group, int limit, long end) {
        var block = translation.at(group.pc, patience);
        int length = block.length();
        if (length == 0 || length > limit - group.pc) {
            return false;
        }
        return told ? tell(warp, group, block, end) : carryOut(warp, group, block, end);
    }

    /// Runs a block that somebody is told of, unless they want to be told of each instruction.
    private boolean tell(Warp warp, Group group, Block block, long end) {
        int pc = group.pc;
        if (!misses.maySucceed(pc)) {
            return false;
        }
        var traversal = new Traversal(tellers, warp, group, translation.passage(pc));
        if (!observer.permits(traversal)) {
            misses.add(pc);
            return false;
        }
        workspace.trace().tell(traversal);
        long most = (long) traversal.most() * block.length();
        if (!carryOut(warp, group, block, Math.min(end, counts.warpInstructions + most))) {
            misses.add(pc);
            return false;
        }
        traversal.end(traversal.passage().loops() ? block.length() : next - pc);
        return true;
    }

    private boolean carryOut(Warp warp, Group group, Block block, long end) {
        stop = Integer.MAX_VALUE;
        use(warp, group.frame);
        long before = counts.warpInstructions;
        next =
                switch (block) {
                    case Block.Straight straight -> straight(group, straight);
                    case Block.Loop loop -> loop(warp, group, loop, end);
                    case Block.Absent _ -> throw new IllegalStateException("no block");
                };
        counts.globalRead += workspace.takeRead();
        counts.globalWritten += workspace.takeWritten();
        counts.shared += workspace.takeShared();
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

    private void use(Warp warp, Frame frame) {
        workspace.useRegisters(warp.registers(), frame.rows());
        workspace.usePredicates(warp.predicates(), frame.predicates());
        workspace.useLocal(warp.local().at(0, 0), frame.local(), frame.localEnd());
        workspace.useShared(warp.cta().shared(), warp.cta().sharedSize());
    }

    private int straight(Group group, Block.Straight block) {
        int done = block.run(workspace, group.mask);
        counts.warpInstructions += done;
        counts.threadInstructions += (long) done * Integer.bitCount(group.mask);
        return group.pc + done;
    }

    /// A turn ends where the loop's branch is taken, so one that is over already has a round to go.
    private int loop(Warp warp, Group group, Block.Loop block, long end) {
        int length = block.length();
        long due = Math.ceilDiv(end - counts.warpInstructions, length);
        int most = (int) Math.clamp(due, 1L, Integer.MAX_VALUE);
        long rounds = block.run(workspace, group.mask, most);
        if (rounds == 0) {
            return group.pc;
        }
        int remaining = workspace.remaining();
        int longest = remaining != 0 ? most : workspace.longest(group.mask);
        counts.warpInstructions += (long) longest * length;
        counts.threadInstructions += rounds * length;
        int going = remaining != 0 ? remaining : lanesOf(group.mask, longest);
        int earlier = group.mask & ~going;
        if (earlier != 0) {
            stop = group.pc + length;
            counts.divergences += distinctRounds(earlier);
            warp.split(group, earlier, stop);
        }
        return remaining != 0 ? group.pc : group.pc + length;
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
