package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.program.LoadedProgram;

/// 32 threads: their registers, their local memory, and the groups they form.
///
/// Which group runs: the one that comes first by [LaneGroup#precedes], so that groups meet again as
/// soon as they can. A group that has run a whole turn while others could run lets the one that has
/// waited longest run a turn, so that every group gets on.
public final class Warp {

    /// Instructions a group may issue while others of its warp wait to run.
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
    private long turns;
    private boolean yields;

    /// @param index of the warp in its CTA
    /// @param arena where it keeps its local memory
    Warp(Cta cta, int index, LoadedProgram image, Arena arena) {
        var entry = cta.entry();
        this.cta = cta;
        this.index = index;
        this.registers = Arrays.copyOf(image.code().constants().values(), entry.rowsEnd());
        this.predicates = new int[entry.predicatesEnd()];
        predicates[Code.TRUE] = -1;
        this.localMemory = new LocalMemory(arena, entry.localEnd());
        this.specials = new SpecialRegisterValues(cta, index, image.code().constants());
        specials.fillLasting(registers);
    }

    /// Makes this warp the one of that number in a fresh CTA, all its threads at the kernel's first
    /// instruction, their registers and local memory clear.
    ///
    /// @param threads of the warp that exist
    void start(int threads) {
        var entry = cta.entry();
        groups.clear();
        live = threads == Code.LANES ? -1 : (1 << threads) - 1;
        groups.add(new LaneGroup(live, entry.function().entry(), entry));
        turns = 0;
        carry = 0;
        Arrays.fill(registers, entry.firstRow(), registers.length, 0);
        Arrays.fill(predicates, entry.firstPredicate(), predicates.length, 0);
        localMemory.clear();
        specials.fillPosition(registers);
    }

    public Cta cta() {
        return cta;
    }

    /// Its number in the CTA.
    public int index() {
        return index;
    }

    /// The register file, of which the warp's frames have their parts: [Code].
    public long[] registers() {
        return registers;
    }

    /// The predicates, a bit for each lane.
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

    /// The carry flag of each lane.
    public int carry() {
        return carry;
    }

    public void setCarry(int carry) {
        this.carry = carry;
    }

    /// What each lane brought to the collective instruction it is at.
    public long[] deposits() {
        return deposits;
    }

    public int votes() {
        return votes;
    }

    /// Records which of the lanes of `mask` voted yes.
    public void vote(int mask, int yes) {
        votes = (votes & ~mask) | (yes & mask);
    }

    /// The index of lane 0 of a row operand.
    public int row(int operand, int base) {
        return operand >= 0 ? base + operand : ~operand;
    }

    /// The lanes for which a predicate source holds.
    public int predicate(int source, int base) {
        int operand = source >> 1;
        int value = predicates[operand >= 0 ? base + operand : ~operand];
        return (source & 1) != 0 ? ~value : value;
    }

    /// Sets a predicate in the lanes of `mask`.
    public void setPredicate(int operand, int base, int mask, int value) {
        int at = operand >= 0 ? base + operand : ~operand;
        predicates[at] = (predicates[at] & ~mask) | (value & mask);
    }

    /// Makes room for a frame.
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

    /// Splits lanes off a group; they go on at `pc` when their turn comes.
    public void split(LaneGroup group, int lanes, int pc) {
        group.mask &= ~lanes;
        var other = new LaneGroup(lanes, pc, group.frame);
        other.lastTurn = group.lastTurn;
        groups.add(other);
    }

    /// Leaves in a group only the lanes whose value in `row` is that of its first lane; the others
    /// come to the same instruction in a turn of their own.
    public void keepUniform(LaneGroup group, int row) {
        long[] r = registers;
        long wanted = r[row + group.firstLane()];
        int mask = group.mask;
        long different = 0;
        for (int l = 0; l < Code.LANES; l++) {
            different |= (r[row + l] ^ wanted) & -(mask >>> l & 1);
        }
        if (different != 0) {
            int others = 0;
            for (int l = 0; l < Code.LANES; l++) {
                others |= (r[row + l] != wanted ? 1 : 0) << l;
            }
            split(group, others & mask, group.pc);
        }
    }

    /// The group last split off.
    public LaneGroup newestGroup() {
        return groups.getLast();
    }

    /// Ends the threads of a group.
    public void exit(LaneGroup group) {
        live &= ~group.mask;
        groups.remove(group);
    }

    /// Whether the group is the only one, so that its instructions need no regard for others.
    public boolean isConverged() {
        return groups.size() == 1;
    }

    /// Asks that the running group not be chosen again before others had a turn.
    public void yieldTurn() {
        yields = true;
    }

    /// Runs groups until none can run or `budget` instructions are issued.
    ///
    /// @return instructions issued
    long run(Interpreter interpreter, long budget) {
        long issued = 0;
        boolean rotate = false;
        while (issued < budget) {
            int chosen = rotate ? longestWaiting() : first();
            if (chosen < 0) {
                break;
            }
            var group = groups.get(chosen);
            merge(group);
            long turn = isConverged() ? budget - issued : Math.min(TURN, budget - issued);
            int stop = rotate ? Integer.MAX_VALUE : stop(group);
            group.lastTurn = ++turns;
            yields = false;
            long used = interpreter.run(this, group, stop, turn);
            issued += used;
            rotate = !rotate && (yields || used >= turn);
        }
        return issued;
    }

    boolean isRunnable() {
        return first() >= 0;
    }

    /// Index of the group that comes first, or -1 when none can run.
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

    /// Index of the group whose last turn is longest ago, or -1 when none can run.
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
                group.mask |= other.mask;
                groups.remove(i);
            }
        }
    }

    /// Where a group has to stop because another waits there or was passed.
    private int stop(LaneGroup group) {
        int stop = Integer.MAX_VALUE;
        for (int i = 0; i < groups.size(); i++) {
            var other = groups.get(i);
            if (other != group && other.isRunnable() && other.frame == group.frame) {
                stop = Math.min(stop, other.pc);
            }
        }
        return stop;
    }
}
