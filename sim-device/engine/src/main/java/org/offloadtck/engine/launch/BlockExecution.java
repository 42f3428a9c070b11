package org.offloadtck.engine.launch;

import java.util.Arrays;
import org.offloadtck.engine.bytecode.CompiledImage;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.bytecode.runtime.BlockContext;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// A group on its way through a [BlockSummary], which is carried out as a whole; of a loop, some
/// rounds.
///
/// Its observer is asked by [LaunchObserver#permitsBlock], then by [LaunchObserver#admitsAccesses]
/// about loads that no store comes between, and about each store, and told by
/// [LaunchObserver#ends]. Of a store it is told once that is done, for compiled code may turn out
/// not to do one that it asked about.
public final class BlockExecution implements AccessTrace.Listener {

    private final Context by;
    private final Warp warp;
    private final LaneGroup group;
    private final int mask;
    private final BlockSummary block;

    /// The accesses that are told of, and the phase they are of.
    private int[] accesses = {};

    private int phase = -1;
    private boolean isTaken;
    private int iterations = 1;
    private int fewest;
    private int instructions;

    /// Whether a store has been admitted that is not told of yet.
    private boolean hasStored;

    /// What all traversals of a thread's launch share.
    ///
    /// @param words of the code
    /// @param stored where the last store that was admitted goes
    @SuppressWarnings("ArrayRecordComponent")
    public // nobody compares it
    record Context(
            int[] words,
            CompiledImage translation,
            BlockContext workspace,
            LaunchObserver observer,
            long[] stored) {

        public Context(
                int[] words,
                CompiledImage translation,
                BlockContext workspace,
                LaunchObserver observer) {
            this(words, translation, workspace, observer, new long[Code.LANES]);
        }
    }

    public BlockExecution(Context by, Warp warp, LaneGroup group, BlockSummary passage) {
        this.by = by;
        this.warp = warp;
        this.group = group;
        this.mask = group.mask;
        this.block = passage;
    }

    /// How many rounds of a loop can be told of.
    public int maxIterations() {
        return block.isLoop() ? AccessTrace.maxIterations(block.accesses()) : 1;
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

    /// The lanes that are on their way, in a loop in its first round.
    public int mask() {
        return mask;
    }

    /// How many instructions were carried out, of a loop those of a round; once it has ended.
    public int instructions() {
        return instructions;
    }

    /// How many rounds lanes did, those that did most; 1 where there is no loop.
    public int iterations() {
        return iterations;
    }

    /// The lanes that did a round, counted from 0.
    public int lanes(int round) {
        if (!block.isLoop() || round == 0 || round < fewest) {
            return mask;
        }
        int lanes = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (by.workspace().rounds(lane) > round ? 1 : 0) << lane;
        }
        return lanes;
    }

    /// The lanes that would do another round after the last.
    public int remaining() {
        return block.isLoop() ? by.workspace().remaining() : 0;
    }

    /// The program counters of the accesses of a round that are told of, nobody's to write.
    public int[] accesses() {
        return accesses;
    }

    /// Copies where the lanes' accesses go, as [LaunchObserver#admitsAccesses] has it.
    ///
    /// @param access its number in the round
    public void addresses(int round, int access, long[] into) {
        int at = accesses[access] * Code.STRIDE;
        int[] words = by.words();
        if (hasStored) {
            System.arraycopy(by.stored(), 0, into, 0, Code.LANES);
        } else if (MemoryAccess.space(words[at + Code.Y]) == MemorySpace.PARAMETER
                && words[at + Code.A] < 0) {
            long address = warp.registers()[~words[at + Code.A]] + words[at + Code.X];
            Arrays.fill(into, MemorySpace.window(MemorySpace.PARAMETER) + address);
        } else {
            by.workspace().trace().copy(round * accesses.length + access, into);
        }
    }

    @Override
    public boolean hears(int of) {
        if (of != phase) {
            tellStore();
            phase = of;
            accesses = by.translation().accesses(of);
            count();
            isTaken = by.observer().admitsAccesses(this);
            if (isTaken && by.words()[of * Code.STRIDE] == Op.STORE) {
                addresses(0, 0, by.stored());
                hasStored = true;
            } else if (isTaken) {
                by.observer().accesses(this);
            }
        }
        return isTaken;
    }

    private void tellStore() {
        if (hasStored) {
            by.observer().accesses(this);
            hasStored = false;
        }
    }

    /// It has come so far.
    public void end(int instructions) {
        instructions = instructions;
        if (phase < block.from() + instructions) {
            tellStore();
        }
        count();
        by.observer().ends(this);
    }

    private void count() {
        if (block.isLoop()) {
            iterations = by.workspace().longest(mask);
            fewest = by.workspace().shortest(mask);
        }
    }
}
