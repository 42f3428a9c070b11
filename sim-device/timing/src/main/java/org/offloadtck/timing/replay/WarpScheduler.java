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

    private final InstructionCosts steps;
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
    private WarpReplay[] warps = new WarpReplay[FIRST];
    private long[] ready = new long[FIRST];
    private int[] gates = new int[FIRST];
    private int count;
    private int greedy = -1;

    /// First cycle in which it can issue.
    private long free;

    private boolean changed;

    /// No warp but [#chosen] can issue before this cycle; 0 if that is not known.
    private long rival;

    /// Whether the warp that issued last is to meet others in the cycle of that issue.
    private boolean meets;

    /// Whether only the loop's warp may issue, until it reaches the instruction it was ahead to.
    private boolean catchesUp;

    private int chosen = -1;
    private long next = NEVER;

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
        this.steps = steps;
        this.loadStore = loadStore;
        this.doubles = doubles;
        this.turns = turns;
        this.own = own;
        this.isInTurn = layout.isInTurn();
        this.profile = layout.profile();
        this.loop = new SteadyLoop(steps, loadStore, unitFree, account.spent());
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
        rival = 0;
        change();
    }

    /// Sets from when on a warp can issue its next instruction.
    ///
    /// @param from a cycle, or [TaggedTime#UNKNOWN]
    /// @param gate the unit or gate that the instruction needs, of [InstructionCosts]
    void set(int place, long from, int gate) {
        ready[place] = Math.min(from, NEVER);
        gates[place] = gate;
        if (place != greedy) {
            rival = Math.min(rival, ready[place]);
        }
        change();
    }

    long free() {
        return free;
    }

    CycleAccount account() {
        return account;
    }

    /// Chooses the warp that issues next.
    private void choose() {
        if (loop.isAhead()) {
            catchUp(loop.next());
        } else {
            chooseNext();
        }
    }

    private void chooseNext() {
        changed = false;
        openAccess(false);
        unitFree[InstructionCosts.DOUBLE] = doubles.opens();
        if (greedy >= 0 && earliest(greedy) <= free) {
            rival = chosen == greedy ? rival : 0;
            chosen = greedy;
            next = free;
        } else {
            chooseOldest();
        }
        tell(next);
        if (next == unitFree[InstructionCosts.DOUBLE]) {
            turns[own] = Turn.ranked(turns[own], doubles.rank(own));
        }
    }

    /// An iteration of a loop starts.
    ///
    /// @return the first cycle in which the scheduler can issue; [#NEVER] if the warp is ahead of
    ///   its registers, and [#next] says when it issues
    private long startLoop(WarpReplay warp, long from, long accessLimit, long plainLimit) {
        if (account.isIncomplete()) {
            return from;
        }
        if (loop.start(warp, from, accessLimit, plainLimit)) {
            doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
            follow();
            return NEVER;
        }
        return loop.isAhead() ? loop.stop(warp) : from;
    }

    /// The loop's warp is ahead of its registers and waits for its turn.
    private void follow() {
        next = loop.next();
        ready[greedy] = next;
        gates[greedy] = warps[greedy].cost.gate();
        chosen = greedy;
        changed = false;
        tell(next);
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
        chosen = greedy;
        rival = NEVER;
        openAccess(true);
        next = Math.max(free, earliest(greedy));
        if (next < end) {
            catchesUp = true;
            issue(warp, Long.MAX_VALUE, end, end);
            catchesUp = false;
        }
        rival = 0;
        chooseNext();
    }

    /// Chooses the oldest warp that can issue now, or else the one that can issue first. In local
    /// variables, since the compiler does not know that [BusyUnits#open] changes no field.
    private void chooseOldest() {
        long[] ready = this.ready;
        int[] gates = this.gates;
        long[] unitFree = this.unitFree;
        long free = this.free;
        int count = this.count;
        long best = NEVER << PLACE_BITS;
        long second = best;
        for (int i = 0; i < count; i++) {
            int gate = gates[i];
            long open =
                    gate == InstructionCosts.SEVERAL ? units.open(warps[i].cost) : unitFree[gate];
            long earliest = Math.max(ready[i], open);
            if (earliest <= free) {
                chosen = i;
                next = free;
                rival = 0;
                return;
            }
            long turn = earliest << PLACE_BITS | i;
            second = Math.min(second, Math.max(best, turn));
            best = Math.min(best, turn);
        }
        chosen = (int) best & (1 << PLACE_BITS) - 1;
        next = best >> PLACE_BITS;
        rival = second >> PLACE_BITS;
    }

    /// When a warp can issue, as far as it, its units and the memory pipeline go.
    private long earliest(int warp) {
        int gate = gates[warp];
        long open =
                gate == InstructionCosts.SEVERAL ? units.open(warps[warp].cost) : unitFree[gate];
        return Math.max(ready[warp], open);
    }

    private void openAccess(boolean isInLoop) {
        units.openAccess(opens(isInLoop));
    }

    /// First cycle in which the memory pipeline takes another access. It has taken those of a loop
    /// that were executed early.
    ///
    /// @param isInLoop whether there may be some
    private long opens(boolean isInLoop) {
        return isInLoop && loop.hasEarly() ? 0 : loadStore.opens();
    }

    /// Whether the choice is still valid: the memory pipeline may have filled, and another
    /// scheduler may have taken the unit that it shares.
    private boolean holds() {
        return !changed
                && unitFree[InstructionCosts.DOUBLE] == doubles.opens()
                && (loadStore.opens() <= next || !warps[chosen].accesses());
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
        if (!holds()) {
            choose();
        }
        while (next < end && (turns[own] < others || (next < ahead && !warps[chosen].accesses()))) {
            greedy = chosen;
            if (profile.isOn()) {
                report(warps[chosen]);
            }
            if (loop.isAhead()) {
                goOn(others, ahead, end);
                continue;
            }
            if (!issue(warps[chosen], others, ahead, end)) {
                meets = true;
                tell(next);
                if (turns[own] < others) {
                    meet();
                }
                return;
            }
            if (isInTurn) {
                return;
            }
        }
    }

    /// Goes on with the loop's warp, whose turn it is, as far as it is steady.
    private void goOn(long others, long ahead, long end) {
        long accessLimit = Math.max(next + 1, Math.min(end, Turn.when(others)));
        long plainLimit = Math.max(accessLimit, Math.min(end, ahead));
        if (loop.goOn(warps[greedy], accessLimit, plainLimit)) {
            follow();
        } else {
            catchUp(loop.reached());
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
    }

    /// Issues instructions, the first one of the warp that was chosen, as long as no other
    /// scheduler may have to come first.
    ///
    /// Nearly all of a replay's time is spent here. So the method is long, and keeps in local
    /// variables what it changes with each instruction.
    ///
    /// @return false if the warp that issued last is to meet others in the cycle of that issue,
    ///   [#next]; true if the next warp was chosen
    private boolean issue(WarpReplay warp, long others, long ahead, long end) {
        long[] unitFree = this.unitFree;
        long[] spent = account.spent();
        long accessLimit = isInTurn ? 0 : Math.min(end, Turn.when(others));
        long plainLimit = isInTurn ? 0 : Math.min(end, Math.max(Turn.when(others), ahead));
        long free = this.free;
        long now = next;
        long ready = warp.ready;
        long[] board = warp.board;
        int base = warp.base;
        var cost = warp.cost;
        int left = warp.left;
        int step = warp.step;
        boolean isInLoop = loop.isIn(warp);
        while (true) {
            int kind = cost.kind();
            if (now != free) {
                int code = TaggedTime.code(ready);
                if (TaggedTime.time(ready) < now) {
                    boolean full = kind >= InstructionCosts.LOAD && opens(isInLoop) >= now;
                    spent[full ? CycleAccount.QUEUE : cost.holding()] += now - free;
                } else if (account.isIncomplete() || TaggedTime.isLaunch(code)) {
                    account(warp, code, now - free, now);
                } else {
                    spent[code] += now - free;
                }
            }
            int issues = cost.issues();
            int latency = cost.latency();
            spent[CycleAccount.ISSUE | (latency & 1)] += issues;
            unitFree[cost.unit()] = now + cost.takes();
            if (cost.hasMore()) {
                units.takeMore(cost, now);
            }
            free = now + issues;
            long floor = (now << TaggedTime.BITS) + cost.blocks();
            long there = (now << TaggedTime.BITS) + latency;
            if (isInLoop) {
                loop.issued(cost, now);
            }
            if (kind >= InstructionCosts.LOAD) {
                there = isInLoop ? loop.access(warp, kind, now) : loadStore.access(warp, kind, now);
                if (there != TaggedTime.UNKNOWN) {
                    there += latency & -TaggedTime.CODES;
                }
            }
            int result = cost.result();
            if (result >= 0) {
                board[base + result] = there;
                if (cost.hasMore()) {
                    warp.moreResults(cost, base, there);
                }
            }
            warp.floor = floor;
            if (left > 1) {
                left--;
                step++;
            } else {
                warp.left = left;
                if (!warp.hasNext()) {
                    break;
                }
                left = warp.left;
                step = warp.step;
                base = warp.base;
                if (mayLoop && rival >= NEVER && warp.repeats() >= LEAST) {
                    free = startLoop(warp, free, accessLimit, plainLimit);
                    if (free == NEVER) {
                        return true;
                    }
                    floor = warp.floor;
                    board = warp.board;
                    isInLoop = loop.watches();
                }
            }
            cost = steps.at(step);
            if (cost.isFree()) {
                warp.left = left;
                warp.step = step;
                if (!warp.settle()) {
                    break;
                }
                left = warp.left;
                step = warp.step;
                base = warp.base;
                board = warp.board;
                ready = warp.ready;
                cost = warp.cost;
            } else {
                warp.cost = cost;
                ready = floor;
                int first = cost.first();
                if (first >= 0) {
                    if (base + first >= board.length) {
                        board = warp.grow(base + first);
                    }
                    long one = board[base + first];
                    long two = board[base + cost.second()];
                    long three = board[base + cost.third()];
                    long four = board[base + cost.fourth()];
                    ready = Math.max(Math.max(ready, Math.max(one, two)), Math.max(three, four));
                    if (cost.hasMore()) {
                        ready = Math.max(ready, warp.moreOperands(cost));
                    }
                }
                warp.ready = ready;
            }
            int gate = cost.gate();
            long then = Math.max(free, TaggedTime.time(ready));
            long limit = plainLimit;
            if (gate < InstructionCosts.ACCESS) {
                then = Math.max(then, unitFree[gate]);
            } else if (gate == InstructionCosts.ACCESS) {
                then = Math.max(then, Math.max(unitFree[InstructionCosts.MEMORY], opens(isInLoop)));
                limit = accessLimit;
            } else if (gate == InstructionCosts.SEVERAL) {
                openAccess(isInLoop);
                then = Math.max(then, units.open(cost));
                limit = warp.accesses() ? accessLimit : plainLimit;
            }
            if (then >= limit || (then >= rival && then != free)) {
                this.free = free;
                warp.left = left;
                warp.step = step;
                doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
                set(greedy, TaggedTime.time(ready), gate);
                chooseNext();
                if (catchesUp || next >= (warps[chosen].accesses() ? accessLimit : plainLimit)) {
                    return true;
                }
                then = next;
                greedy = chosen;
                warp = warps[greedy];
                if (isInLoop) {
                    isInLoop = loop.isIn(warp);
                }
                ready = warp.ready;
                board = warp.board;
                base = warp.base;
                cost = warp.cost;
                left = warp.left;
                step = warp.step;
            }
            now = then;
        }
        next = now;
        this.free = free;
        doubles.takeUntil(unitFree[InstructionCosts.DOUBLE], own);
        changed = true;
        return false;
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
        count--;
        for (int i = place; i < count; i++) {
            warps[i] = warps[i + 1];
            warps[i].setPlace(i);
            ready[i] = ready[i + 1];
            gates[i] = gates[i + 1];
        }
        rival = 0;
        if (greedy == place) {
            greedy = -1;
        } else if (greedy > place) {
            greedy--;
        }
        change();
    }
}
