package org.offloadtck.timing.replay;

import java.util.Arrays;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.memory.TaggedTime;

/// A warp scheduler: its warps, its execution units, and how it spent its cycles.
///
/// Greedy then oldest: it issues the warp that issued last as long as possible, and otherwise the
/// oldest warp that can issue.
final class WarpScheduler {

    private static final int ISSUE = TaggedTime.code(CycleUse.ISSUE, Basis.DOCUMENTED);
    private static final int IDLE = TaggedTime.code(CycleUse.IDLE, Basis.DOCUMENTED);
    private static final int QUEUE = TaggedTime.code(CycleUse.QUEUE, Basis.ASSUMED);

    private static final int FIRST = 16;

    /// Later than any event.
    static final long NEVER = 1L << 50;

    /// Bits below a time for the place of a warp, and for the number of a scheduler: the least of
    /// such numbers is the earliest and of those the first, found without a branch.
    private static final int PLACE_BITS = 12;

    private static final int TURN_BITS = 8;

    /// Of these, bits for the number of the scheduler; its rank at the unit it waits for is above.
    private static final int NUMBER_BITS = 4;

    private final InstructionCosts steps;
    private final int[] words;
    private final LoadStoreUnit loadStore;
    private final DoubleUnit doubles;
    private final long[] turns;
    private final int own;
    private final long[] unitFree = new long[InstructionCosts.GATES];
    private final long[] spent = new long[TaggedTime.CODES];
    private WarpReplay[] warps = new WarpReplay[FIRST];
    private long[] ready = new long[FIRST];
    private int[] gates = new int[FIRST];
    private int count;
    private int greedy = -1;

    /// First cycle in which it can issue.
    private long free;

    /// Cycles that a new CTA ended while older warps waited: they are for what the next of them
    /// waited for.
    private long unexplained;

    private boolean changed;
    private int chosen = -1;
    private long next = NEVER;

    /// @param doubles the unit that it may share with other schedulers
    /// @param turns of all schedulers, in which its own is at a place
    WarpScheduler(
            InstructionCosts steps,
            LoadStoreUnit loadStore,
            DoubleUnit doubles,
            long[] turns,
            int own) {
        this.steps = steps;
        this.words = steps.words();
        this.loadStore = loadStore;
        this.doubles = doubles;
        this.turns = turns;
        this.own = own;
        tell(NEVER);
    }

    /// The scheduler whose turn it is.
    static int who(long turn) {
        return (int) turn & (1 << NUMBER_BITS) - 1;
    }

    /// When that is.
    static long when(long turn) {
        return turn >> TURN_BITS;
    }

    private void tell(long time) {
        turns[own] = time << TURN_BITS | own;
    }

    /// Marks the choice as outdated.
    private void change() {
        changed = true;
        tell(0);
    }

    void add(WarpReplay warp) {
        if (count == warps.length) {
            warps = Arrays.copyOf(warps, 2 * count);
            ready = Arrays.copyOf(ready, 2 * count);
            gates = Arrays.copyOf(gates, 2 * count);
        }
        warp.setPlace(count);
        warps[count] = warp;
        ready[count++] = NEVER;
        change();
    }

    /// Sets from when on a warp can issue its next instruction.
    ///
    /// @param from a cycle, or [TaggedTime#UNKNOWN]
    /// @param gate the unit or gate that the instruction needs, of [InstructionCosts]
    void set(int place, long from, int gate) {
        ready[place] = Math.min(from, NEVER);
        gates[place] = gate;
        change();
    }

    /// When it issues next; [#NEVER] as long as that is not known.
    long next() {
        if (changed) {
            choose();
        }
        return next;
    }

    /// The warp that issues next.
    WarpReplay chosen() {
        return warps[chosen];
    }

    long free() {
        return free;
    }

    long[] spent() {
        return spent;
    }

    /// Chooses the warp that issues next.
    void choose() {
        changed = false;
        unitFree[InstructionCosts.ACCESS] =
                Math.max(unitFree[InstructionCosts.MEMORY], loadStore.opens());
        unitFree[InstructionCosts.DOUBLE] = doubles.opens();
        if (greedy >= 0 && earliest(greedy) <= free) {
            chosen = greedy;
            next = free;
        } else {
            long best = NEVER << PLACE_BITS;
            for (int i = 0; i < count; i++) {
                best = Math.min(best, Math.max(free, earliest(i)) << PLACE_BITS | i);
            }
            chosen = (int) best & (1 << PLACE_BITS) - 1;
            next = best >> PLACE_BITS;
        }
        tell(next);
        if (next == unitFree[InstructionCosts.DOUBLE]) {
            turns[own] |= (long) doubles.rank(own) << NUMBER_BITS;
        }
    }

    /// When a warp can issue, as far as it, its units and the memory pipeline go.
    private long earliest(int warp) {
        int gate = gates[warp];
        return gate == InstructionCosts.SEVERAL
                ? afterAll(warp)
                : Math.max(ready[warp], unitFree[gate]);
    }

    /// When a warp whose instruction needs several units can issue.
    private long afterAll(int warp) {
        int at = warps[warp].step;
        boolean accesses = words[at + InstructionCosts.KIND] >= InstructionCosts.LOAD;
        long time = Math.max(ready[warp], accesses ? unitFree[InstructionCosts.ACCESS] : 0);
        time = Math.max(time, unitFree[words[at + InstructionCosts.UNIT]]);
        int rest = words[at + InstructionCosts.REST];
        int[] extra = steps.extra();
        for (int i = rest + 3; i < rest + 3 + 2 * extra[rest]; i += 2) {
            time = Math.max(time, unitFree[extra[i]]);
        }
        return time;
    }

    /// Whether the choice is still valid: the memory pipeline may have filled, and another
    /// scheduler may have taken the unit that it shares.
    boolean holds() {
        return !changed
                && unitFree[InstructionCosts.DOUBLE] == doubles.opens()
                && (loadStore.opens() <= next || !warps[chosen].accesses());
    }

    /// Accounts for the issue of the warp that was chosen.
    void issue() {
        var warp = warps[chosen];
        int at = warp.step;
        if (next != free) {
            account(warp, next);
        }
        int issues = words[at + InstructionCosts.ISSUES];
        spent[ISSUE | (words[at + InstructionCosts.WAITING] & 1)] += issues;
        unitFree[words[at + InstructionCosts.UNIT]] = next + words[at + InstructionCosts.TAKES];
        int rest = words[at + InstructionCosts.REST];
        if (rest != 0) {
            takeMore(rest);
        }
        doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
        free = next + issues;
        greedy = chosen;
        changed = true;
    }

    private void takeMore(int rest) {
        int[] extra = steps.extra();
        for (int i = rest + 3; i < rest + 3 + 2 * extra[rest]; i += 2) {
            unitFree[extra[i]] = next + extra[i + 1];
        }
    }

    private void account(WarpReplay warp, long now) {
        long gap = now - free;
        if (TaggedTime.time(warp.ready) < now) {
            boolean full = warp.accesses() && loadStore.opens() >= now;
            spent[full ? QUEUE : words[warp.step + InstructionCosts.HOLDING]] += gap;
            return;
        }
        int code = TaggedTime.code(warp.ready);
        if (TaggedTime.isLaunch(code)) {
            long before = othersWait(now) ? gap : Math.max(0, gap - (now - warp.placed()));
            unexplained += before;
            spent[code] += gap - before;
        } else if (TaggedTime.isForOthers(code)) {
            spent[code] += gap + unexplained;
            unexplained = 0;
        } else {
            spent[code] += gap;
        }
    }

    /// Whether a warp is here that is not being launched and cannot issue now.
    private boolean othersWait(long now) {
        for (int i = 0; i < count; i++) {
            if (ready[i] > now && !TaggedTime.isLaunch(TaggedTime.code(warps[i].ready))) {
                return true;
            }
        }
        return false;
    }

    /// Accounts the cycles until `end` to the use of a code.
    void rest(long end, int code) {
        spent[IDLE] += unexplained;
        unexplained = 0;
        if (end > free) {
            spent[code] += end - free;
            free = end;
        }
    }

    /// Removes a warp that has ended.
    void remove(int place) {
        count--;
        for (int i = place; i < count; i++) {
            warps[i] = warps[i + 1];
            warps[i].setPlace(i);
            ready[i] = ready[i + 1];
            gates[i] = gates[i + 1];
        }
        if (greedy == place) {
            greedy = -1;
        } else if (greedy > place) {
            greedy--;
        }
        change();
    }
}
