package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.program.LoadedProgram;

/// The state of a warp: registers, predicates and local memory of its 32 threads, and the groups
/// that they form.
///
/// The warp runs the first group by [LaneGroup#precedes], so that diverged groups reconverge as
/// soon as possible. When a group has run a whole turn while others could run, the group that has
/// waited longest runs a turn, so that every group makes progress.
public final class Warp {

    /// Instructions that a group may issue while other groups of its warp can run.
    private static final int TURN = 256;

    private final Cta cta;
    private final int index;
    private final List<LaneGroup> groups = new ArrayList<>();
    private final long[] deposits = new long[Code.LANES];
    private long[] registers;
    private int[] predicates;
    private final LocalMemory localMemory;
    private final SpecialRegisterValues specials;
    private int carry;
    private int votes;
    private int live;
    private long turnsOfGroups;
    private boolean yields;

    /// Whether its last turn ended because the turn of the running group ended. If turns are short,
    /// another group runs next.
    private boolean rotates;

    /// Whether its next turn is a first one ([WarpTurns]).
    private boolean startsAnew;

    /// @param index of the warp in its CTA
    /// @param arena owner of the local memory
    Warp(Cta cta, int index, LoadedProgram program, Arena arena) {
        var entry = cta.entry();
        this.cta = cta;
        this.index = index;
        this.registers = Arrays.copyOf(program.code().constants().values(), entry.rowsEnd());
        this.predicates = new int[entry.predicatesEnd()];
        predicates[Code.TRUE] = -1;
        this.localMemory = new LocalMemory(arena, entry.localEnd());
        this.specials = new SpecialRegisterValues(cta, index, program.code().constants());
        specials.fillLasting(registers);
    }

    /// Starts the warp at the first instruction of the kernel, with registers and local memory of
    /// zero.
    ///
    /// @param threads of the warp, at most 32
    void start(int threads) {
        var entry = cta.entry();
        groups.clear();
        live = threads == Code.LANES ? -1 : (1 << threads) - 1;
        groups.add(new LaneGroup(live, entry.function().entry(), entry));
        turnsOfGroups = 0;
        rotates = false;
        startsAnew = true;
        carry = 0;
        Arrays.fill(registers, entry.firstRow(), registers.length, 0);
        Arrays.fill(predicates, entry.firstPredicate(), predicates.length, 0);
        localMemory.clear();
        specials.fillPosition(registers);
    }

    public Cta cta() {
        return cta;
    }

    /// Index of the warp in its CTA.
    public int index() {
        return index;
    }

    /// The register file: rows of 32 lanes, laid out as [Code] describes.
    public long[] registers() {
        return registers;
    }

    /// The predicate file, an `int` with a bit for each lane for each predicate.
    public int[] predicates() {
        return predicates;
    }

    public LocalMemory localMemory() {
        return localMemory;
    }

    /// The lanes that have not exited.
    public int live() {
        return live;
    }

    public List<LaneGroup> groups() {
        return groups;
    }

    /// The carry flags, a bit for each lane.
    public int carry() {
        return carry;
    }

    public void setCarry(int carry) {
        this.carry = carry;
    }

    /// The operand of each lane at a collective instruction.
    public long[] deposits() {
        return deposits;
    }

    /// The lanes that voted true at a collective instruction.
    public int votes() {
        return votes;
    }

    /// Records the votes of the lanes of `mask`.
    public void vote(int mask, int predicate) {
        votes = (votes & ~mask) | (predicate & mask);
    }

    /// The index of lane 0 of a row operand.
    ///
    /// @param base first row of the frame
    public int row(int operand, int base) {
        return operand >= 0 ? base + operand : ~operand;
    }

    /// The lanes for which a predicate source is true.
    ///
    /// @param base first predicate of the frame
    public int predicate(int source, int base) {
        int operand = source >> 1;
        int value = predicates[operand >= 0 ? base + operand : ~operand];
        return (source & 1) != 0 ? ~value : value;
    }

    /// Sets a predicate in the lanes of `mask`.
    ///
    /// @param base first predicate of the frame
    public void setPredicate(int operand, int base, int mask, int value) {
        int at = operand >= 0 ? base + operand : ~operand;
        predicates[at] = (predicates[at] & ~mask) | (value & mask);
    }

    /// Extends registers, predicates and local memory for a frame.
    public void reserve(CallFrame frame) {
        if (frame.rowsEnd() > registers.length) {
            registers = Arrays.copyOf(registers, Math.max(frame.rowsEnd(), 2 * registers.length));
        }
        if (frame.predicatesEnd() > predicates.length) {
            predicates =
                    Arrays.copyOf(
                            predicates, Math.max(frame.predicatesEnd(), 2 * predicates.length));
        }
        localMemory.reserve(frame.localEnd());
    }

    /// Splits lanes off a group. They continue at `pc` in a turn of their own.
    public void split(LaneGroup group, int lanes, int pc) {
        group.remove(lanes);
        var other = new LaneGroup(lanes, pc, group.frame());
        other.setLastTurn(group.lastTurn());
        groups.add(other);
    }

    /// Keeps in a group only the lanes whose value in `row` equals that of the first lane. The
    /// others are split off and execute the same instruction in a turn of their own.
    public void keepUniform(LaneGroup group, int row) {
        long[] r = registers;
        long wanted = r[row + group.firstLane()];
        long different = 0;
        for (int l = 0; l < Code.LANES; l++) {
            different |= r[row + l] ^ wanted;
        }
        if (different != 0) {
            splitDifferent(group, row, wanted);
        }
    }

    private void splitDifferent(LaneGroup group, int row, long wanted) {
        int others = 0;
        for (int l = 0; l < Code.LANES; l++) {
            others |= (registers[row + l] != wanted ? 1 : 0) << l;
        }
        if ((others & group.mask()) != 0) {
            split(group, others & group.mask(), group.pc());
        }
    }

    /// The group that was split off last.
    public LaneGroup newestGroup() {
        return groups.getLast();
    }

    /// Ends all threads of a group.
    public void exit(LaneGroup group) {
        live &= ~group.mask();
        groups.remove(group);
    }

    /// Whether all threads that have not exited form one group.
    public boolean isConverged() {
        return groups.size() == 1;
    }

    /// Gives the other groups a turn before the running group, and other warps if all groups yield.
    public void yieldTurn() {
        yields = true;
    }

    /// Tells the warp that it has left a barrier. Where turns after a barrier are short ones, its
    /// turn ends, if it has one.
    public void leaveBarrier() {
        startsAnew |= cta.turns().endAtBarriers();
    }

    /// Whether its turn has ended by [#leaveBarrier].
    public boolean startsAnew() {
        return startsAnew;
    }

    /// Runs groups until none can run, all yield, or the turn ends.
    ///
    /// @return instructions issued
    long run(GroupExecutor executor) {
        var turns = cta.turns();
        int budget = startsAnew ? turns.first() : turns.usual();
        boolean exact = turns.usual() <= TURN;
        startsAnew = false;
        long issued = 0;
        int yielded = 0;
        boolean rotate = rotates && exact;
        while (issued < budget && !startsAnew && yielded < Math.max(1, groups.size())) {
            int chosen = rotate ? longestWaiting() : first();
            if (chosen < 0) {
                break;
            }
            var group = groups.get(chosen);
            long turn = budget - issued;
            int stop = Integer.MAX_VALUE;
            if (!isConverged()) {
                merge(group);
                turn = isConverged() ? turn : Math.min(TURN, turn);
                stop = rotate ? stop : stop(group);
            }
            if (exact) {
                stop = (int) Math.min(stop, group.pc() + turn);
            }
            group.setLastTurn(++turnsOfGroups);
            yields = false;
            long used = executor.run(this, group, stop, turn);
            issued += used;
            yielded = yields ? yielded + 1 : 0;
            rotate = !rotate && (yields || used >= turn);
        }
        rotates = rotate;
        return issued;
    }

    /// Index of the first runnable group, or -1.
    private int first() {
        int best = -1;
        for (int i = 0; i < groups.size(); i++) {
            var group = groups.get(i);
            if (group.isRunnable() && (best < 0 || group.precedes(groups.get(best)))) {
                best = i;
            }
        }
        return best;
    }

    /// Index of the runnable group that has waited longest, or -1.
    private int longestWaiting() {
        int best = -1;
        for (int i = 0; i < groups.size(); i++) {
            var group = groups.get(i);
            if (group.isRunnable() && (best < 0 || group.hasWaitedLongerThan(groups.get(best)))) {
                best = i;
            }
        }
        return best;
    }

    private void merge(LaneGroup group) {
        for (int i = groups.size() - 1; i >= 0; i--) {
            var other = groups.get(i);
            if (other != group && other.isRunnable() && other.canMergeWith(group)) {
                group.add(other);
                groups.remove(i);
            }
        }
    }

    /// The lowest program counter of another runnable group with the same frame. The group has to
    /// stop there, to reconverge.
    private int stop(LaneGroup group) {
        int stop = Integer.MAX_VALUE;
        for (int i = 0; i < groups.size(); i++) {
            var other = groups.get(i);
            if (other != group && other.isRunnable() && other.frame() == group.frame()) {
                stop = Math.min(stop, other.pc());
            }
        }
        return stop;
    }
}
