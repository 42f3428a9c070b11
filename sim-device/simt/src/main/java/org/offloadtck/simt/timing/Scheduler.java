package org.offloadtck.simt.timing;

import java.util.Arrays;
import org.offloadtck.simt.device.Basis;

/// A scheduler: its warps, its execution units, and what it did with its cycles.
///
/// It goes on with the warp that issued last as long as that can issue, and takes the oldest that
/// can otherwise: greedy, then oldest.
final class Scheduler {

    private static final int ISSUE = Waiting.code(CycleUse.ISSUE, Basis.DOCUMENTED);
    private static final int IDLE = Waiting.code(CycleUse.IDLE, Basis.DOCUMENTED);
    private static final int QUEUE = Waiting.code(CycleUse.QUEUE, Basis.ASSUMED);

    private static final int FIRST = 16;

    private final LoadStore loadStore;
    private final long[] unitFree = new long[Steps.GATES];
    private final long[] spent = new long[Waiting.CODES];
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
    private long next = Waiting.UNKNOWN;

    Scheduler(LoadStore loadStore) {
        this.loadStore = loadStore;
    }

    void add(WarpReplay warp) {
        if (count == warps.length) {
            warps = Arrays.copyOf(warps, 2 * count);
            ready = Arrays.copyOf(ready, 2 * count);
            gates = Arrays.copyOf(gates, 2 * count);
        }
        warp.setPlace(count);
        warps[count] = warp;
        ready[count++] = Waiting.UNKNOWN;
        changed = true;
    }

    /// The warp at a place can issue its next instruction from then on, as far as it goes.
    ///
    /// @param from a cycle, or [Waiting#UNKNOWN]
    /// @param gate what else the instruction needs, as [Steps] has it
    void set(int place, long from, int gate) {
        ready[place] = from;
        gates[place] = gate;
        changed = true;
    }

    /// When it issues next, as far as it is known.
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

    private void choose() {
        changed = false;
        unitFree[Steps.ACCESS] = Math.max(unitFree[Steps.MEMORY], loadStore.opens());
        if (greedy >= 0 && earliest(greedy) <= free) {
            chosen = greedy;
            next = free;
            return;
        }
        long best = Waiting.UNKNOWN;
        int of = -1;
        for (int i = 0; i < count && best > free; i++) {
            long time = earliest(i);
            if (time < best) {
                best = time;
                of = i;
            }
        }
        chosen = of;
        next = best == Waiting.UNKNOWN ? best : Math.max(best, free);
    }

    /// When a warp can issue, as far as it, its units and the memory pipeline go.
    private long earliest(int warp) {
        int gate = gates[warp];
        return gate == Steps.SEVERAL ? afterAll(warp) : Math.max(ready[warp], unitFree[gate]);
    }

    /// When a warp whose instruction needs several units can issue.
    private long afterAll(int warp) {
        int[] words = warps[warp].words();
        int at = warps[warp].step;
        boolean accesses = words[at + Steps.KIND] >= Steps.LOAD;
        long time = Math.max(ready[warp], accesses ? unitFree[Steps.ACCESS] : 0);
        int units = at + Steps.FIELDS + 2 * words[at + Steps.UNITS];
        for (int i = at + Steps.FIELDS; i < units; i += 2) {
            time = Math.max(time, unitFree[words[i]]);
        }
        return time;
    }

    /// Whether the time of [#next] still holds: the memory pipeline may have filled.
    boolean holds() {
        changed = loadStore.opens() > next && warps[chosen].accesses();
        return !changed;
    }

    /// Accounts for the issue of the warp that was chosen.
    void issue(int[] words) {
        var warp = warps[chosen];
        int at = warp.step;
        account(warp, next);
        int issues = words[at + Steps.ISSUES];
        int code = words[at + Steps.WAITING];
        spent[ISSUE | (code & 1)] += issues;
        int units = at + Steps.FIELDS + 2 * words[at + Steps.UNITS];
        for (int i = at + Steps.FIELDS; i < units; i += 2) {
            unitFree[words[i]] = next + words[i + 1];
        }
        free = next + issues;
        greedy = chosen;
        changed = true;
    }

    private void account(WarpReplay warp, long now) {
        if (now == free) {
            return;
        }
        long gap = now - free;
        if (Waiting.time(warp.ready) < now) {
            boolean full = loadStore.opens() >= now;
            spent[full ? QUEUE : warp.words()[warp.step + Steps.HOLDING]] += gap;
            return;
        }
        int code = Waiting.code(warp.ready);
        if (Waiting.isLaunch(code)) {
            long before = othersWait(now) ? gap : Math.max(0, gap - (now - warp.placed()));
            unexplained += before;
            spent[code] += gap - before;
        } else if (Waiting.isForOthers(code)) {
            spent[code] += gap + unexplained;
            unexplained = 0;
        } else {
            spent[code] += gap;
        }
    }

    /// Whether a warp is here that is not being launched and cannot issue now.
    private boolean othersWait(long now) {
        for (int i = 0; i < count; i++) {
            if (ready[i] > now && !Waiting.isLaunch(Waiting.code(warps[i].ready))) {
                return true;
            }
        }
        return false;
    }

    /// Leaves the time until `end` to the use of that code.
    void rest(long end, int code) {
        spent[IDLE] += unexplained;
        unexplained = 0;
        if (end > free) {
            spent[code] += end - free;
            free = end;
        }
    }

    /// Lets go of the warp at a place, which has ended.
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
        changed = true;
    }
}
