package org.offloadtck.engine.launch;

import java.util.Arrays;
import org.offloadtck.engine.bytecode.CompiledImage;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.analysis.TraceLayout;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// The execution of a compiled basic block by a lane group, as an observer sees it. If the block is
/// a loop, the execution is a number of iterations.
///
/// The events are, in this order: [LaunchObserver#permitsBlock]; for each phase,
/// [LaunchObserver#admitsAccesses] and [LaunchObserver#blockAccessed], where a phase is a sequence
/// of loads without a store between them, or one store, or one atomic of an observer of these
/// ([LaunchObserver#observesReductions]); [LaunchObserver#blockExecuted]. The accesses of an
/// admitted store are reported with the next phase or at the end, for compiled code may not execute
/// a store that was admitted.
public final class BlockExecution implements AccessTrace.Listener {

    private final Context context;
    private final Warp warp;
    private final LaneGroup group;
    private final int mask;
    private final BlockSummary block;

    /// The accesses of the current phase, and the phase.
    private TraceLayout layout = TraceLayout.NONE;

    private int phase = -1;
    private boolean isAdmitted;
    private int iterations = 1;
    private int fewestIterations;
    private int instructions;

    /// Whether a store has been admitted and not been reported.
    private boolean hasPendingStore;

    /// The objects that all block executions on a thread of a launch share.
    ///
    /// @param words of the code
    /// @param storeAddresses buffer for the addresses of an admitted store, one for each lane
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Context(
            int[] words,
            CompiledImage compiled,
            BlockContext blockContext,
            LaunchObserver observer,
            long[] storeAddresses) {

        public Context(
                int[] words,
                CompiledImage compiled,
                BlockContext blockContext,
                LaunchObserver observer) {
            this(words, compiled, blockContext, observer, new long[Code.LANES]);
        }
    }

    public BlockExecution(Context context, Warp warp, LaneGroup group, BlockSummary block) {
        this.context = context;
        this.warp = warp;
        this.group = group;
        this.mask = group.mask();
        this.block = block;
    }

    /// Most iterations of a loop whose accesses can be reported.
    public int maxIterations() {
        return block.isLoop()
                ? AccessTrace.maxIterations(context.compiled().layout(block.from()))
                : 1;
    }

    public Warp warp() {
        return warp;
    }

    public LaneGroup group() {
        return group;
    }

    public BlockSummary block() {
        return block;
    }

    /// The lanes that execute the block; of a loop, its first iteration.
    public int mask() {
        return mask;
    }

    /// Instructions executed; of a loop, those of an iteration. 0 before
    /// [LaunchObserver#blockExecuted].
    public int instructions() {
        return instructions;
    }

    /// Iterations of the lane that executed most; 1 if the block is not a loop.
    public int iterations() {
        return iterations;
    }

    /// The lanes that executed an iteration.
    ///
    /// @param iteration counted from 0
    public int lanes(int iteration) {
        if (!block.isLoop() || iteration == 0 || iteration < fewestIterations) {
            return mask;
        }
        int lanes = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (context.blockContext().rounds(lane) > iteration ? 1 : 0) << lane;
        }
        return lanes;
    }

    /// The lanes whose loop condition is still true after the last iteration.
    public int remaining() {
        return block.isLoop() ? context.blockContext().remaining() : 0;
    }

    /// Program counters of the reported accesses of an iteration. Callers must not modify the
    /// array.
    public int[] accesses() {
        return layout.accesses();
    }

    /// The index of the first access of an iteration that is made through the same value of a
    /// register as an access: its own if there is none before it.
    ///
    /// @param access index into [#accesses]
    public int base(int access) {
        return layout.bases()[access];
    }

    /// The distance in bytes of the addresses of an access from those of its [#base].
    public int distance(int access) {
        return layout.distances()[access];
    }

    /// Copies the addresses of an access, one for each lane, in the flat address space.
    ///
    /// @param iteration counted from 0
    /// @param access index into [#accesses]
    public void addresses(int iteration, int access, long[] into) {
        int at = layout.accesses()[access] * Code.STRIDE;
        int[] words = context.words();
        int row = layout.rows()[access];
        if (hasPendingStore) {
            System.arraycopy(context.storeAddresses(), 0, into, 0, Code.LANES);
        } else if (row < 0) {
            long address = warp.registers()[~words[at + Code.A]] + words[at + Code.X];
            Arrays.fill(into, MemorySpace.window(MemorySpace.PARAMETER) + address);
        } else {
            context.blockContext().trace().copy(layout, access, iteration, into);
        }
    }

    /// The addresses that the block has recorded: see [#recorded]. Callers must not modify the
    /// array.
    public long[] trace() {
        return context.blockContext().trace().addresses();
    }

    /// Where [#trace] has the addresses of an access that is about to be admitted, one for each
    /// lane.
    ///
    /// @param iteration counted from 0
    /// @param access index into [#accesses]
    /// @return index of the address of lane 0; -1 if only [#addresses] computes them
    public int recorded(int iteration, int access) {
        int row = layout.rows()[access];
        boolean isRecorded =
                row >= 0
                        && layout.bases()[access] == access
                        && (iteration == 0 || !layout.isLinear());
        return isRecorded ? (iteration * layout.width() + row) * Code.LANES : -1;
    }

    /// The distance in bytes by which each iteration moves the addresses of an access of all lanes;
    /// [AccessTrace#NO_STEP] if it is not known to be the same for all lanes and iterations.
    ///
    /// @param access index into [#accesses]
    public long step(int access) {
        int row = layout.rows()[access];
        if (row < 0) {
            return 0;
        }
        return layout.isLinear() ? context.blockContext().trace().step(row) : AccessTrace.NO_STEP;
    }

    @Override
    public boolean admits(int newPhase) {
        if (newPhase != phase) {
            reportPendingStore();
            phase = newPhase;
            layout = context.compiled().layout(newPhase);
            countIterations();
            isAdmitted = isTraced() && context.observer().admitsAccesses(this);
            if (isAdmitted && context.words()[newPhase * Code.STRIDE] == Op.STORE) {
                addresses(0, 0, context.storeAddresses());
                hasPendingStore = true;
            } else if (isAdmitted) {
                context.observer().blockAccessed(this);
            }
        }
        return isAdmitted;
    }

    /// Whether the trace has the addresses of all iterations.
    private boolean isTraced() {
        return !layout.isLinear()
                || context.blockContext().trace().isLinear(layout, context.blockContext(), mask);
    }

    private void reportPendingStore() {
        if (hasPendingStore) {
            context.observer().blockAccessed(this);
            hasPendingStore = false;
        }
    }

    /// Reports the end of the execution.
    ///
    /// @param executed instructions executed; of a loop, those of an iteration
    public void end(int executed) {
        instructions = executed;
        if (phase < block.from() + executed) {
            reportPendingStore();
        }
        countIterations();
        context.observer().blockExecuted(this);
    }

    private void countIterations() {
        if (block.isLoop()) {
            iterations = context.blockContext().longest(mask);
            fewestIterations = context.blockContext().shortest(mask);
        }
    }
}
