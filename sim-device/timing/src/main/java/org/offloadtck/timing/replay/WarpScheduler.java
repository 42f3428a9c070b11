package org.offloadtck.timing.replay;

import java.util.Arrays;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.replay.MultiprocessorReplay.Turn;

/// A warp scheduler: its warps, its execution units, and how it spent its cycles.
///
/// Greedy then oldest: it issues the warp that issued last as long as possible, and otherwise the
/// oldest warp that can issue.
final class WarpScheduler {

    private static final int FIRST = 16;

    /// Later than any event.
    static final long NEVER = 1L << 50;

    /// Minimum number of remaining iterations for which a [SteadyLoop] is started.
    private static final int LEAST = 4;

    /// Bits below a time for the place of a warp: the least of such numbers is the earliest and of
    /// those the first, found without a branch.
    private static final int PLACE_BITS = 12;

    private final LoadStoreUnit loadStore;
    private final BusyUnits.DoubleUnit doubles;
    private final long[] turns;
    private final int own;
    private final boolean isInTurn;
    private final IssueProfile profile;
    private final SteadyLoop loop;
    private final boolean mayLoop;
    private final BusyUnits units = new BusyUnits();
    private final long[] unitFree = units.free();
    private final CycleAccount account = new CycleAccount();
    private final long[] spent = account.spent();
    private WarpReplay[] warps = new WarpReplay[FIRST];
    private long[] ready = new long[FIRST];
    private int[] gates = new int[FIRST];
    private int count;
    private int greedy = -1;

    /// First cycle in which it can issue.
    private long free;

    /// How many warps wait for nothing but a known time.
    private int known;

    /// Whether warps came, went or were resumed since the choice.
    private boolean changed;

    /// Whether the warp that issued last is to meet others in the cycle of that issue.
    private boolean meets;

    /// Whether the loop has to know what the warp that issued last does.
    private boolean isInLoop;

    private int chosen = -1;
    private long next = NEVER;

    /// No access is executed from this cycle on in this turn.
    private long accessEnd;

    /// No instruction is issued from this cycle on in this turn.
    private long plainEnd;

    /// @param doubles the unit that it may share with other schedulers
    /// @param turns of all schedulers, in which its own is at a place
    /// @param layout says whether its turn ends with each instruction, and what is reported
    WarpScheduler(
            InstructionCosts steps,
            LoadStoreUnit loadStore,
            BusyUnits.DoubleUnit doubles,
            long[] turns,
            int own,
            MultiprocessorReplay.Layout layout) {
        this.loadStore = loadStore;
        this.doubles = doubles;
        this.turns = turns;
        this.own = own;
        this.isInTurn = layout.isInTurn();
        this.profile = layout.profile();
        this.loop = new SteadyLoop(steps, loadStore, unitFree, spent);
        this.mayLoop = !isInTurn && !steps.shareDoubles();
        tell(NEVER);
    }

    private void tell(long time) {
        turns[own] = Turn.of(time, own);
    }

    /// Marks the choice as outdated.
    private void change() {
        changed = true;
        if (!meets) {
            tell(0);
        }
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
        setReady(place, from, gate);
        change();
    }

    private void setReady(int place, long from, int gate) {
        long time = Math.min(from, NEVER);
        known += isKnown(time) - isKnown(ready[place]);
        ready[place] = time;
        gates[place] = gate;
    }

    /// 1 for a known time, 0 for [#NEVER].
    private static int isKnown(long time) {
        return (int) ((time - NEVER) >>> (Long.SIZE - 1));
    }

    long free() {
        return free;
    }

    CycleAccount account() {
        return account;
    }

    /// Chooses the warp that issues next: the one that issued last if it can issue now, else the
    /// oldest of those that can issue first.
    private void choose() {
        changed = false;
        units.openAccess(opens());
        unitFree[InstructionCosts.DOUBLE] = doubles.opens();
        if (greedy >= 0) {
            long earliest = earliest(greedy);
            if (earliest <= free || (known == 1 && ready[greedy] < NEVER)) {
                chosen = greedy;
                next = Math.max(earliest, free);
                return;
            }
        }
        chooseOldest();
    }

    private void tellChoice() {
        tell(next);
        if (next == unitFree[InstructionCosts.DOUBLE]) {
            turns[own] = Turn.ranked(turns[own], doubles.rank(own));
        }
    }

    /// An iteration of a loop starts, of the only warp that waits for no other.
    private void startLoop(WarpReplay warp) {
        if (account.isIncomplete()) {
            return;
        }
        if (loop.start(warp, free, accessEnd, plainEnd)) {
            follow();
        } else if (loop.isAhead()) {
            free = loop.stop(warp);
        }
        doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
        isInLoop = loop.watches();
    }

    /// The loop's warp is ahead of its registers and waits for its turn.
    private void follow() {
        next = loop.next();
        setReady(greedy, next, warps[greedy].cost.gate());
        chosen = greedy;
        changed = false;
    }

    /// Moves the registers of the loop's warp to the current iteration, and issues the instructions
    /// of this iteration that the warp is ahead by.
    ///
    /// @param end nothing is issued from this cycle on
    private void catchUp(long end) {
        var warp = warps[greedy];
        free = loop.stop(warp);
        doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
        warp.settle();
        isInLoop = true;
        chosen = greedy;
        next = nextOfLoop();
        while (next < end) {
            issue(warp);
            next = nextOfLoop();
        }
    }

    /// When the loop's warp can issue.
    private long nextOfLoop() {
        units.openAccess(opens());
        return Math.max(free, earliest(greedy));
    }

    /// Chooses the oldest warp that can issue now, or else the oldest of those that can issue
    /// first. In local variables, since the compiler does not know that [BusyUnits#open] changes no
    /// field.
    private void chooseOldest() {
        long[] ready = this.ready;
        int[] gates = this.gates;
        long[] unitFree = this.unitFree;
        long free = this.free;
        int count = this.count;
        long best = NEVER << PLACE_BITS;
        for (int i = 0; i < count; i++) {
            int gate = gates[i];
            long open =
                    gate == InstructionCosts.SEVERAL ? units.open(warps[i].cost) : unitFree[gate];
            long earliest = Math.max(ready[i], open);
            if (earliest <= free) {
                chosen = i;
                next = free;
                return;
            }
            best = Math.min(best, earliest << PLACE_BITS | i);
        }
        chosen = (int) best & (1 << PLACE_BITS) - 1;
        next = best >> PLACE_BITS;
    }

    /// When a warp can issue, as far as it, its units and the memory pipeline go.
    private long earliest(int warp) {
        int gate = gates[warp];
        long open =
                gate == InstructionCosts.SEVERAL ? units.open(warps[warp].cost) : unitFree[gate];
        return Math.max(ready[warp], open);
    }

    /// First cycle in which the memory pipeline takes another access. It has taken those of a loop
    /// that were executed early.
    private long opens() {
        return isInLoop && loop.hasEarly() ? 0 : loadStore.opens();
    }

    /// Issues instructions, the first one in this scheduler's turn.
    ///
    /// What concerns other schedulers, an access of memory or a barrier, happens in turn: before
    /// any event of theirs that comes later. All else may be ahead of them, since no other
    /// scheduler can notice.
    ///
    /// @param others the first turn of another scheduler
    /// @param ahead the cycle from which on an event of another scheduler may matter here
    /// @param end no instruction issues from this cycle on
    void run(long others, long ahead, long end) {
        if (meets) {
            meet();
            return;
        }
        accessEnd = Math.min(end, Turn.when(others));
        plainEnd = Math.min(end, Math.max(Turn.when(others), ahead));
        chooseAnew();
        while (isTurn(others, end)) {
            if (loop.isAhead()) {
                continueLoop();
            } else if (!issueNext(warps[chosen])) {
                awaitTurn(others);
                return;
            } else if (isInTurn) {
                break;
            }
        }
        tellChoice();
    }

    /// Whether the warp that was chosen may issue before others notice.
    private boolean isTurn(long others, long end) {
        if (next >= end || next < (warps[chosen].accesses() ? accessEnd : plainEnd)) {
            return next < end;
        }
        tellChoice();
        return turns[own] < others;
    }

    /// Chooses again, since other schedulers have run: the memory pipeline may have filled, and
    /// warps may have been resumed. The loop's warp remains chosen as long as it is ahead of its
    /// registers and no warp came, went or was resumed.
    private void chooseAnew() {
        if (!loop.isAhead()) {
            choose();
        } else if (changed) {
            catchUp(loop.next());
            choose();
        }
    }

    /// Issues the instruction of a warp and chooses the next warp.
    ///
    /// @return false if the warp is to meet others first
    private boolean issueNext(WarpReplay warp) {
        if (profile.isOn()) {
            report(warp);
        }
        if (greedy != chosen) {
            greedy = chosen;
            isInLoop = loop.isIn(warp);
        }
        if (!issue(warp)) {
            return false;
        }
        if (!loop.isAhead()) {
            choose();
        }
        return true;
    }

    /// The warp that issued last is to meet others, in this scheduler's turn.
    private void awaitTurn(long others) {
        meets = true;
        tell(next);
        if (turns[own] < others) {
            meet();
        }
    }

    /// Goes on with the loop's warp, whose turn it is, as far as it is steady.
    private void continueLoop() {
        if (loop.goOn(warps[greedy], Math.max(next + 1, accessEnd), Math.max(next + 1, plainEnd))) {
            follow();
        } else {
            catchUp(loop.reached());
            choose();
        }
    }

    /// Reports the issue of a warp's instruction, which is next, and what it waited for.
    private void report(WarpReplay warp) {
        long open = Math.min(next, earliest(chosen));
        boolean isFull = warp.accesses() && loadStore.opens() >= open;
        profile.issued(warp, isFull ? WarpState.QUEUE : WarpState.UNIT, open, next);
    }

    /// The warp that issued last meets others.
    private void meet() {
        meets = false;
        warps[greedy].meet(next);
        choose();
        tellChoice();
    }

    /// Issues the instruction of the warp that was chosen.
    ///
    /// Half of a replay's time is spent here.
    ///
    /// @return false if the warp is to meet others in the cycle of that issue
    private boolean issue(WarpReplay warp) {
        long now = next;
        var cost = warp.cost;
        if (now != free) {
            explain(warp, now);
        }
        int issues = cost.issues();
        int latency = cost.latency();
        spent[CycleAccount.ISSUE | (latency & 1)] += issues;
        unitFree[cost.unit()] = now + cost.takes();
        if (cost.hasMore()) {
            units.takeMore(cost, now);
        }
        doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
        free = now + issues;
        warp.floor = (now << TaggedTime.BITS) + cost.blocks();
        long there = (now << TaggedTime.BITS) + latency;
        if (isInLoop) {
            loop.issued(cost, now);
        }
        if (cost.accesses()) {
            long answer = access(warp, cost.kind(), now);
            there = answer + (answer == TaggedTime.UNKNOWN ? 0 : latency & -TaggedTime.CODES);
        }
        warp.result(cost, warp.base, there);
        if (warp.left > 1) {
            warp.left--;
            warp.step++;
        } else {
            if (!warp.hasNext()) {
                return false;
            }
            if (mayLoop && known == 1 && warp.repeats() >= LEAST) {
                startLoop(warp);
                if (loop.isAhead()) {
                    return true;
                }
            }
        }
        return warp.settle();
    }

    private long access(WarpReplay warp, int kind, long now) {
        return isInLoop ? loop.access(warp, kind, now) : loadStore.access(warp, kind, now);
    }

    /// Accounts for the cycles up to the issue of a warp.
    private void explain(WarpReplay warp, long now) {
        var cost = warp.cost;
        int code = TaggedTime.code(warp.ready);
        if (TaggedTime.time(warp.ready) < now) {
            boolean full = cost.accesses() && opens() >= now;
            spent[full ? CycleAccount.QUEUE : cost.holding()] += now - free;
        } else if (account.isIncomplete() || TaggedTime.isLaunch(code)) {
            account(warp, code, now - free, now);
        } else {
            spent[code] += now - free;
        }
    }

    /// Accounts for cycles before the issue of a warp: some of a launch, or of a wait after one.
    private void account(WarpReplay warp, int code, long gap, long now) {
        if (TaggedTime.isLaunch(code)) {
            long before = othersWait(now) ? gap : Math.max(0, gap - (now - warp.placed()));
            account.launched(code, gap, before);
        } else {
            account.waited(code, gap);
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
        account.rest(code, Math.max(0, end - free));
        free = Math.max(free, end);
    }

    /// Removes a warp that has ended.
    void remove(int place) {
        known -= isKnown(ready[place]);
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
