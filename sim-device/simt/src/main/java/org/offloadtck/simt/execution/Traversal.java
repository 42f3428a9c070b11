package org.offloadtck.simt.execution;

import java.util.Arrays;
import org.offloadtck.simt.bytecode.AccessTrace;
import org.offloadtck.simt.bytecode.Passage;
import org.offloadtck.simt.bytecode.Translation;
import org.offloadtck.simt.bytecode.Workspace;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;

/// A group on its way through a [Passage], which is carried out as a whole; of a loop, some rounds.
///
/// Its observer is asked by [LaunchObserver#permits], then by [LaunchObserver#admits] about loads
/// that no store comes between, and about each store, and told by [LaunchObserver#ends]. Of a store
/// it is told once that is done, for compiled code may turn out not to do one that it asked about.
public final class Traversal implements AccessTrace.Listener {

    private final Tellers by;
    private final Warp warp;
    private final Group group;
    private final int mask;
    private final Passage passage;

    /// The accesses that are told of, and the phase they are of.
    private int[] accesses = {};

    private int phase = -1;
    private boolean isTaken;
    private int rounds = 1;
    private int fewest;
    private int done;

    /// Whether a store has been admitted that is not told of yet.
    private boolean hasStored;

    /// What all traversals of a thread's launch share.
    ///
    /// @param words of the code
    /// @param stored where the last store that was admitted goes
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    record Tellers(
            int[] words,
            Translation translation,
            Workspace workspace,
            LaunchObserver observer,
            long[] stored) {

        Tellers(
                int[] words,
                Translation translation,
                Workspace workspace,
                LaunchObserver observer) {
            this(words, translation, workspace, observer, new long[Code.LANES]);
        }
    }

    Traversal(Tellers by, Warp warp, Group group, Passage passage) {
        this.by = by;
        this.warp = warp;
        this.group = group;
        this.mask = group.mask;
        this.passage = passage;
    }

    /// How many rounds of a loop can be told of.
    int most() {
        return passage.loops() ? AccessTrace.rounds(passage.accesses()) : 1;
    }

    public Warp warp() {
        return warp;
    }

    public Group group() {
        return group;
    }

    public Passage passage() {
        return passage;
    }

    /// The lanes that are on their way, in a loop in its first round.
    public int mask() {
        return mask;
    }

    /// How many instructions were carried out, of a loop those of a round; once it has ended.
    public int done() {
        return done;
    }

    /// How many rounds lanes did, those that did most; 1 where there is no loop.
    public int rounds() {
        return rounds;
    }

    /// The lanes that did a round, counted from 0.
    public int lanes(int round) {
        if (!passage.loops() || round == 0 || round < fewest) {
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
        return passage.loops() ? by.workspace().remaining() : 0;
    }

    /// The program counters of the accesses of a round that are told of, nobody's to write.
    public int[] accesses() {
        return accesses;
    }

    /// Copies where the lanes' accesses go, as [LaunchObserver#admits] has it.
    ///
    /// @param access its number in the round
    public void addresses(int round, int access, long[] into) {
        int at = accesses[access] * Code.STRIDE;
        int[] words = by.words();
        if (hasStored) {
            System.arraycopy(by.stored(), 0, into, 0, Code.LANES);
        } else if ((words[at + Code.Y] & 0xf) == Space.PARAMETER && words[at + Code.A] < 0) {
            long address = warp.registers()[~words[at + Code.A]] + words[at + Code.X];
            Arrays.fill(into, Space.window(Space.PARAMETER) + address);
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
            isTaken = by.observer().admits(this);
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
    void end(int instructions) {
        done = instructions;
        if (phase < passage.from() + instructions) {
            tellStore();
        }
        count();
        by.observer().ends(this);
    }

    private void count() {
        if (passage.loops()) {
            rounds = by.workspace().longest(mask);
            fewest = by.workspace().shortest(mask);
        }
    }
}
