package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.bytecode.CompiledImage;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.bytecode.runtime.CompiledRegion;
import org.offloadtck.engine.bytecode.runtime.RetryBackoff;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.launch.LaneExecution;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes compiled blocks for lane groups, with the same effect on groups and counters as the
/// interpretation of their instructions.
final class BlockRunner {

    private final CompiledImage compiled;
    private final BlockContext context;
    private final RunningCounters counts;
    private final int threshold;
    private final LaunchObserver observer;
    private final boolean instrumented;
    private final BlockExecution.Context executionContext;
    private final RetryBackoff backoff;
    private int next;
    private int stop;
    private boolean goesOn;

    BlockRunner(
            LoadedProgram program,
            BlockContext context,
            RunningCounters counts,
            LaunchOptions options) {
        this.observer = options.observer();
        this.instrumented = observer.observesBlocks();
        this.compiled = image(program, observer);
        this.context = context;
        this.counts = counts;
        this.threshold = options.executor().compileThreshold();
        this.executionContext =
                new BlockExecution.Context(program.code().words(), compiled, context, observer);
        this.backoff = new RetryBackoff(instrumented ? program.code().instructions().size() : 0);
    }

    private static CompiledImage image(LoadedProgram program, LaunchObserver observer) {
        if (!observer.observesBlocks()) {
            return CompiledImage.of(program);
        }
        return observer.observesReductions()
                ? CompiledImage.instrumentedWithReductions(program)
                : CompiledImage.instrumented(program);
    }

    /// Executes the block at the program counter of a group, if there is one that ends before
    /// `limit`.
    ///
    /// @param end count of instructions at which the turn of the group ends
    /// @return whether instructions were executed; if not, the next one has to be interpreted
    boolean run(Warp warp, LaneGroup group, int limit, long end) {
        int mask = group.mask();
        if ((mask & mask - 1) == 0) {
            var region = compiled.regionAt(group.pc(), threshold);
            if (!region.equals(CompiledRegion.NONE)) {
                return !region.equals(CompiledRegion.COLD)
                        && executeRegion(warp, group, region, limit, end);
            }
        }
        var block = compiled.blockAt(group.pc(), threshold);
        int length = block.length();
        if (length == 0 || length > limit - group.pc()) {
            return false;
        }
        return instrumented
                ? executeInstrumented(warp, group, block, end)
                : execute(warp, group, block, end);
    }

    /// Executes a region for a group of one lane.
    private boolean executeRegion(
            Warp warp, LaneGroup group, CompiledRegion region, int limit, long end) {
        int pc = group.pc();
        if (context.maySucceed(pc) == 0) {
            return false;
        }
        if (instrumented) {
            context.setLaneListener(new LaneExecution(observer, warp, group, region));
        }
        stop = Integer.MAX_VALUE;
        int budget = (int) Math.clamp(end - counts.warpInstructions, 0L, Integer.MAX_VALUE);
        int result = region.run(context, group.firstLane(), pc, limit, budget);
        int executed = context.takeExecuted();
        goesOn = result >= 0;
        next = goesOn ? result : ~result;
        counts.warpInstructions += executed;
        counts.threadInstructions += executed;
        countTraffic();
        if (executed == 0) {
            context.missed(pc);
        }
        return executed > 0;
    }

    private void countTraffic() {
        counts.globalBytesRead += context.takeRead();
        counts.globalBytesWritten += context.takeWritten();
        counts.sharedBytes += context.takeShared();
    }

    /// Executes an instrumented block, if the observer permits it.
    private boolean executeInstrumented(Warp warp, LaneGroup group, CompiledBlock block, long end) {
        int pc = group.pc();
        if (!backoff.shouldTry(pc)) {
            return false;
        }
        var execution = new BlockExecution(executionContext, warp, group, compiled.summary(pc));
        if (!observer.permitsBlock(execution)) {
            backoff.recordFailure(pc);
            return false;
        }
        context.trace().setListener(execution);
        long most = (long) execution.maxIterations() * block.length();
        if (!execute(warp, group, block, Math.min(end, counts.warpInstructions + most))) {
            backoff.recordFailure(pc);
            return false;
        }
        execution.end(execution.block().isLoop() ? block.length() : next - pc);
        return true;
    }

    private boolean execute(Warp warp, LaneGroup group, CompiledBlock block, long end) {
        stop = Integer.MAX_VALUE;
        long before = counts.warpInstructions;
        next =
                switch (block) {
                    case CompiledBlock.Straight straight -> straight(group, straight);
                    case CompiledBlock.Loop loop -> loop(warp, group, loop, end);
                    case CompiledBlock.Absent _ -> throw new IllegalStateException("no block");
                };
        countTraffic();
        goesOn = next > group.pc() || counts.warpInstructions < end;
        return counts.warpInstructions != before;
    }

    /// The program counter at which the group continues.
    int next() {
        return next;
    }

    /// Whether the turn of the group goes on.
    boolean goesOn() {
        return goesOn;
    }

    /// The program counter at which the group has to stop, because lanes that left the loop wait
    /// there.
    int stop() {
        return stop;
    }

    /// Sets the registers and memories of the next blocks. The caller does so before the first
    /// block of a turn and after each instruction that may change the frame or reallocate them.
    void use(Warp warp, CallFrame frame) {
        context.useRegisters(warp.registers(), frame.firstRow());
        context.usePredicates(warp.predicates(), frame.firstPredicate());
        context.useLocal(warp.localMemory().at(0, 0), frame.localStart(), frame.localEnd());
        context.useShared(warp.cta().shared(), warp.cta().sharedSize());
    }

    private int straight(LaneGroup group, CompiledBlock.Straight block) {
        int done = block.run(context, group.mask());
        counts.warpInstructions += done;
        counts.threadInstructions += (long) done * Integer.bitCount(group.mask());
        return group.pc() + done;
    }

    /// Executes a loop. A turn ends where the branch is taken, so at least one iteration is left.
    private int loop(Warp warp, LaneGroup group, CompiledBlock.Loop block, long end) {
        int length = block.length();
        long due = Math.ceilDiv(end - counts.warpInstructions, length);
        int most = (int) Math.clamp(due, 1L, Integer.MAX_VALUE);
        long rounds = block.run(context, group.mask(), most);
        if (rounds == 0) {
            return group.pc();
        }
        int remaining = context.remaining();
        int longest = remaining != 0 ? most : context.longest(group.mask());
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

    /// The lanes that executed that number of iterations.
    private int lanesOf(int mask, int rounds) {
        int lanes = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (context.rounds(lane) == rounds ? 1 : 0) << lane;
        }
        return lanes;
    }

    /// The number of different iteration counts of the lanes: the group split that often.
    private int distinctRounds(int mask) {
        int distinct = 0;
        int rest = mask;
        while (rest != 0) {
            rest &= ~lanesOf(rest, context.rounds(Integer.numberOfTrailingZeros(rest)));
            distinct++;
        }
        return distinct;
    }
}
