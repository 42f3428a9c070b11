package org.offloadtck.timing.replay;

import java.util.Arrays;
import org.offloadtck.timing.memory.TaggedTime;

/// A loop of a warp that has its scheduler to itself, as a region of one lane has. It is *steady*
/// if registers and units become free at the same times after the start of each iteration. Then
/// only accesses of memory have to be replayed: if their results are there at the same times, too,
/// the iteration takes as long as the one before.
///
/// Times before the start of an iteration count as its start: nothing waits for them.
///
/// While it replays iterations, the warp is *ahead* of its registers, which are moved to the time
/// of an iteration only when another instruction needs them ([#stop]). If an access differs, the
/// iteration is issued like any other, and takes the results of the accesses that were executed
/// *early*.
final class SteadyLoop {

    /// The number of first iterations that are observed. If none is steady, few later ones are.
    private static final int TRIALS = 4;

    /// One of this many later iterations is observed; a power of two.
    private static final int FEW = 64;

    private static final int FIRST = 16;

    /// Consecutive iterations that differ before iterations are observed again.
    private static final int DIFFERENT = 4;

    private final InstructionCosts steps;
    private final LoadStoreUnit loadStore;
    private final long[] unitFree;
    private final long[] spent;

    /// The warp of the loop; this object stands for none.
    private Object owner = this;

    private int first = -1;
    private int length;
    private int base;
    private InstructionCosts.Uses uses = InstructionCosts.Uses.NONE;

    /// How long after the start of an iteration registers, units and the warp become free.
    private long[] state = new long[0];

    /// Instructions of an iteration that issue, of which some are accesses.
    private int count;

    private InstructionCosts.Cost[] costs = new InstructionCosts.Cost[0];

    /// When they issue, after the start of the iteration.
    private long[] times = new long[0];

    private int accessCount;

    /// The place of each access among the instructions, and when its result is there.
    private int[] places = new int[0];

    private long[] results = new long[0];

    /// Results of accesses that were executed before the other instructions of their iteration.
    private long[] early = new long[0];

    private int earlyCount;
    private int earlyTaken;

    private long began;
    private final long[] spentBefore = new long[TaggedTime.CODES];
    private final long[] spentEach = new long[TaggedTime.CODES];
    private long period;
    private boolean isObserved;

    /// The [WarpReplay#way] of the iteration that is observed.
    private long observed;

    private boolean isSteady;
    private int trials;
    private int different;

    /// Whether the warp is ahead of its registers.
    private boolean isAhead;

    /// The start of the iteration that registers and units are at.
    private long known;

    /// The start of the iteration that the warp is at.
    private long at;

    /// The next instruction of the iteration that the warp is at.
    private int next;

    SteadyLoop(InstructionCosts steps, LoadStoreUnit loadStore, long[] unitFree, long[] spent) {
        this.steps = steps;
        this.loadStore = loadStore;
        this.unitFree = unitFree;
        this.spent = spent;
    }

    /// Whether [#issued] and [#access] are to be called.
    boolean watches() {
        return isObserved || hasEarly();
    }

    /// Whether the next access has been executed.
    boolean hasEarly() {
        return !isAhead && earlyTaken < earlyCount;
    }

    /// A warp issues next. If it is not the warp of the loop, the observation ends.
    ///
    /// @return [#watches]
    boolean isIn(WarpReplay next) {
        isObserved &= next == owner;
        return watches();
    }

    /// Starts an iteration that another one follows. Replays the loop as long as it is steady.
    ///
    /// @param from when the warp can issue as far as the scheduler goes
    /// @param accessEnd no access is executed from this cycle on
    /// @param end nothing is issued from this cycle on
    /// @return whether the warp is now ahead of its registers: [#next] and [#goOn] follow
    boolean start(WarpReplay warp, long from, long accessEnd, long end) {
        if (warp != owner || !warp.isAt(first, length, base)) {
            enter(warp);
        } else if (isObserved && warp.way() == observed - 1) {
            conclude(warp, from);
        }
        if (isSteady) {
            if (isAsBefore(warp, from)) {
                different = 0;
                known = from;
                at = from;
                earlyCount = 0;
                earlyTaken = 0;
                isAhead = true;
                return goOn(warp, accessEnd, end);
            }
            isSteady = ++different < DIFFERENT;
        }
        if (!isSteady && (trials < TRIALS || warp.repeats() % FEW == 0)) {
            observe(warp, from);
        }
        return false;
    }

    private void enter(WarpReplay warp) {
        owner = warp;
        first = warp.first();
        length = warp.length();
        base = warp.base();
        uses = steps.uses(first, length);
        for (int register : uses.registers()) {
            if (base + register >= warp.board.length) {
                warp.grow(base + register);
            }
        }
        if (state.length < uses.registers().length + uses.units().length + 1) {
            state = new long[uses.registers().length + uses.units().length + 1];
        }
        isSteady = false;
        isObserved = false;
        trials = 0;
    }

    /// Observes the iteration that starts.
    private void observe(WarpReplay warp, long from) {
        trials++;
        isObserved = true;
        observed = warp.way();
        began = from;
        count = 0;
        accessCount = 0;
        read(warp, from);
        System.arraycopy(spent, 0, spentBefore, 0, spent.length);
    }

    private void read(WarpReplay warp, long from) {
        long origin = TaggedTime.until(from, 0);
        int at = 0;
        for (int register : uses.registers()) {
            state[at++] = later(warp.board[base + register], from, origin);
        }
        for (int unit : uses.units()) {
            state[at++] = Math.max(0, unitFree[unit] - from);
        }
        state[at] = later(warp.floor, from, origin);
    }

    private static long later(long time, long from, long origin) {
        return TaggedTime.time(time) <= from ? 0 : time - origin;
    }

    /// The iteration that was observed has ended.
    private void conclude(WarpReplay warp, long from) {
        isObserved = false;
        isSteady = count > 0 && isAsBefore(warp, from);
        if (isSteady) {
            different = 0;
            period = from - began;
            for (int i = 0; i < spent.length; i++) {
                spentEach[i] = spent[i] - spentBefore[i];
            }
        }
    }

    private boolean isAsBefore(WarpReplay warp, long from) {
        long origin = TaggedTime.until(from, 0);
        int at = 0;
        for (int register : uses.registers()) {
            if (state[at++] != later(warp.board[base + register], from, origin)) {
                return false;
            }
        }
        for (int unit : uses.units()) {
            if (state[at++] != Math.max(0, unitFree[unit] - from)) {
                return false;
            }
        }
        return state[at] == later(warp.floor, from, origin);
    }

    /// An instruction of the iteration issues.
    void issued(InstructionCosts.Cost cost, long now) {
        if (isObserved) {
            if (count == times.length) {
                costs = Arrays.copyOf(costs, Math.max(FIRST, 2 * count));
                times = Arrays.copyOf(times, costs.length);
            }
            costs[count] = cost;
            times[count++] = now - began;
        }
    }

    /// Executes an access of the iteration, which issues next, or takes the result of one that was
    /// executed.
    ///
    /// @return when its result is there, as [TaggedTime] has it
    long access(WarpReplay warp, int kind, long now) {
        if (hasEarly()) {
            return early[earlyTaken++];
        }
        boolean isLate = loadStore.opens() >= now;
        long result = loadStore.access(warp, kind, now);
        if (isObserved) {
            if (accessCount == places.length) {
                places = Arrays.copyOf(places, Math.max(FIRST, 2 * accessCount));
                results = Arrays.copyOf(results, places.length);
                early = Arrays.copyOf(early, places.length);
            }
            places[accessCount] = count - 1;
            results[accessCount++] = result - TaggedTime.until(began, 0);
            isObserved = !isLate && result != TaggedTime.UNKNOWN;
        }
        return result;
    }

    /// Whether the warp is ahead of its registers.
    boolean isAhead() {
        return isAhead;
    }

    /// When the next instruction issues.
    long next() {
        return at + times[next];
    }

    /// The cycle after the last access that was executed in the iteration it is at, or the start of
    /// the iteration.
    long reached() {
        return earlyCount == 0 ? at : at + times[places[earlyCount - 1]] + 1;
    }

    /// Replays the loop as long as it is steady.
    ///
    /// @return whether the warp is still ahead of its registers; otherwise it is at the start of
    ///   the iteration at [#stop]
    boolean goOn(WarpReplay warp, long accessEnd, long end) {
        long last = times[count - 1];
        long stop = known + (warp.repeats() - 1) * period;
        while (at < stop) {
            long origin = TaggedTime.until(at, 0);
            while (earlyCount < accessCount) {
                int place = places[earlyCount];
                long time = at + times[place];
                if (time >= accessEnd) {
                    return waits(warp, Math.min(place, after(end)));
                }
                if (loadStore.opens() >= time) {
                    return false;
                }
                var cost = costs[place];
                warp.cost = cost;
                long result = loadStore.access(warp, cost.kind(), time);
                early[earlyCount++] = result;
                if (cost.result() >= 0 && result != results[earlyCount - 1] + origin) {
                    return false;
                }
            }
            if (at + last >= end) {
                return waits(warp, after(end));
            }
            at += period;
            earlyCount = 0;
        }
        return false;
    }

    /// The first instruction of the iteration that does not issue before a cycle.
    private int after(long end) {
        int place = Arrays.binarySearch(times, 0, count, end - at);
        return place < 0 ? -place - 1 : place;
    }

    private boolean waits(WarpReplay warp, int place) {
        next = place;
        warp.cost = costs[place];
        return true;
    }

    /// Moves registers and units to the iteration that the warp is at.
    ///
    /// @return the start of the iteration that the warp is at
    long stop(WarpReplay warp) {
        isAhead = false;
        long cycles = at - known;
        if (cycles > 0) {
            int done = (int) (cycles / period);
            warp.skip(done);
            for (int i = 0; i < spent.length; i++) {
                spent[i] += done * spentEach[i];
            }
            move(warp, cycles);
        }
        return at;
    }

    /// Moves what becomes free after the start of the iteration.
    private void move(WarpReplay warp, long cycles) {
        long[] board = warp.board;
        long shift = TaggedTime.until(cycles, 0);
        for (int register : uses.registers()) {
            int at = base + register;
            board[at] += TaggedTime.time(board[at]) > known ? shift : 0;
        }
        for (int unit : uses.units()) {
            unitFree[unit] += unitFree[unit] > known ? cycles : 0;
        }
        warp.floor += TaggedTime.time(warp.floor) > known ? shift : 0;
    }
}
