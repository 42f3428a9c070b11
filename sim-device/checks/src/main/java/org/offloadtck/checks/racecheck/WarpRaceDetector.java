package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.checks.shadow.SingleLaneAccess;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.thread.LaneGroup;

/// Detects the data races of a warp: two accesses to the same bytes, at least one a write, that are
/// not ordered by happens-before and not both strong (PTX ISA §8.7.1, *Conflict and data-races*).
///
/// Ordered are the accesses of one thread; accesses before and after a barrier; accesses before and
/// after `bar.warp.sync` and other collective instructions; accesses that
/// [HappensBefore][org.offloadtck.checks.happensbefore.HappensBefore] orders. Accesses to global
/// memory of two threads of a warp in groups that contain both are ordered too, since a group
/// executes one after the other. In shared memory they are not: from `sm_70` on, the threads of a
/// warp are scheduled independently (CUDA C++ Programming Guide 13.0, "Independent Thread
/// Scheduling"). Threads of different groups are not ordered by being in one warp. In PTX for an
/// earlier architecture, all accesses of a warp are ordered but those of one instruction: GCC,
/// whose PTX is for `sm_30` unless told otherwise, lets all lanes of a warp keep the same
/// variables. Such PTX has no strong loads and stores but volatile ones: a load that a fence
/// follows and a store that a fence precedes count as strong ([AccessAttributes]), and a load does
/// not race with an atomic.
///
/// Two unordered stores of the same value and size are no finding: memory has the same value
/// whichever store is last, as the memory model defines for races of one size.
public final class WarpRaceDetector {

    /// Bytes of a bulk copy that are recorded together, at most.
    static final int BULK_UNIT = 2 * Long.BYTES;

    private final int[] words;
    private final AccessAttributes forms;
    private final AccessTable table;

    private final WarpClocks me;
    private final WarpAccess access;
    private final ConflictCheck check;
    private final RegularAccessFastPath quiet;
    private final AtomicFastPath atomics;
    private final ScatteredAccessFastPath scattered;
    private final SingleLaneFastPath single;

    WarpRaceDetector(WarpClocks me, ShadowPage shared, RaceCheckContext ground) {
        this.me = me;
        this.words = ground.report().symbolizer().image().code().words();
        this.forms = ground.forms();
        this.table = ground.table();
        this.access = new WarpAccess(me, shared, ground);
        this.check = new ConflictCheck(me, access, ground);
        this.quiet = new RegularAccessFastPath(me, access, table, this);
        this.atomics = new AtomicFastPath(me, access, ground);
        this.scattered = new ScatteredAccessFastPath(access, this);
        this.single = new SingleLaneFastPath(me, shared, table);
    }

    /// Takes addresses of shared memory as those of another CTA of the cluster.
    void useShared(ShadowPage ofOther) {
        access.useShared(ofOther);
    }

    void useOwnShared() {
        access.useOwnShared();
    }

    /// A group of the warp accesses memory.
    ///
    /// @param runs of the access, if it is regular
    void accesses(LaneGroup group, int lanes, long[] at, CoalescedRuns runs) {
        access.base = group.frame().firstRow();
        access.active = lanes;
        if (begin(group.pc(), group.mask(), at) && !isQuiet(runs) && !atomics.takesAll()) {
            eachLane();
        }
    }

    /// Lanes of a group access texels, one each.
    void accessesTexels(LaneGroup group, int lanes, long[] at, int bytes) {
        access.base = group.frame().firstRow();
        access.active = lanes;
        if (begin(group.pc(), group.mask(), at)) {
            access.size = bytes;
            eachLane();
        }
    }

    /// Reports an access of a lane if it conflicts with a pending bulk copy.
    void checkPending(AsyncProxy async, int pc, int lane, long address) {
        int form = forms.of(pc);
        int bytes = MemoryAccess.bytes(words[pc * Code.STRIDE], words[pc * Code.STRIDE + Code.Y]);
        var use =
                (form & AccessAttributes.WRITES) != 0
                        ? PendingCopies.Use.WRITES
                        : PendingCopies.Use.READS;
        checkPending(async, pc, lane, new Range(address, bytes), use);
    }

    /// Reports an asynchronous store of a lane if it conflicts with a pending copy, and adds it to
    /// the pending ones.
    void issueStore(
            AsyncProxy async, PendingCopies.Issuer issuer, int pc, long address, Effect effect) {
        int at = pc * Code.STRIDE;
        var range = new Range(address, MemoryAccess.bytes(words[at], words[at + Code.Y]));
        var use =
                switch (effect) {
                    case REPLACES -> PendingCopies.Use.WRITES;
                    case REDUCES -> PendingCopies.Use.REDUCES;
                };
        checkPending(async, pc, issuer.lane(), range, use);
        async.issue(issuer, pc, range, effect);
    }

    /// Reports a part of a bulk copy if it conflicts with a pending one.
    void checkPending(AsyncProxy async, int pc, int lane, Range range, PendingCopies.Use use) {
        async.conflict(range, use)
                .ifPresent(conflict -> check.reportPending(pc, lane, range.address(), conflict));
    }

    /// Bytes that a bulk copy reads or writes.
    ///
    /// @param size a power of two, [#BULK_UNIT] at most
    /// @param use the bits of [AccessAttributes] of that part of the copy
    /// @param lastFence the last access before the last fence between the proxies
    record BulkPart(int size, int use, int lastFence) {}

    /// A lane of a group reads or writes bytes by a bulk copy.
    void accessesBulk(LaneGroup group, int lane, long[] at, BulkPart part) {
        access.base = group.frame().firstRow();
        access.active = 1 << lane;
        if (!begin(group.pc(), group.mask(), at)) {
            return;
        }
        access.form = part.use();
        access.size = part.size();
        eachLane();
        boolean reads = part.use() == AccessAttributes.READS;
        if (reads && access.locate(lane) >= 0 && access.isShared()) {
            requireFence(lane, part.lastFence());
        }
    }

    /// Reports the last write of bytes that a bulk copy reads, if the generic proxy made it and no
    /// fence between the proxies followed.
    private void requireFence(int lane, int lastFence) {
        int offset = access.locate(lane);
        int last = (offset + access.size - 1) >> access.page.cellBits;
        for (int cell = offset >> access.page.cellBits; cell <= last; cell++) {
            int write = access.page.writes.get(cell);
            int number = AccessTable.number(write);
            boolean isRecent = number > Math.max(lastFence, table.base());
            if (isRecent && !Op.isBulkCopy(words[table.counter(number) * Code.STRIDE])) {
                check.reportUnfenced(write, lane);
                return;
            }
        }
    }

    /// All lanes of a group access memory, by an instruction of a compiled block. The access is not
    /// regular, or was not recorded by [#passesRuns].
    ///
    /// @return whether the access was recorded; if not, it may race
    boolean passes(int programCounter, int lanes, long[] at) {
        access.active = lanes;
        if (synchronises(programCounter)) {
            return false;
        }
        return !begin(programCounter, lanes, at) || atomics.takesAll() || scattered.takesAll();
    }

    /// All lanes of a group make a regular access, by an instruction of a compiled block.
    ///
    /// @return whether the access was recorded; if not, [#passes] decides
    public boolean passesRuns(int programCounter, int lanes, CoalescedRuns runs) {
        access.active = lanes;
        return !synchronises(programCounter)
                && (!begin(programCounter, lanes, access.addresses) || isQuiet(runs));
    }

    /// The only lane of a group accesses memory, by an instruction of a compiled region.
    ///
    /// @return whether the access was recorded; if not, [#passes] decides
    public boolean passesLane(int programCounter, SingleLaneAccess of) {
        if (MemoryAccess.space(words[programCounter * Code.STRIDE + Code.Y])
                == MemorySpace.CONSTANT) {
            return true;
        }
        if (synchronises(programCounter)) {
            return false;
        }
        return (forms.of(programCounter) & AccessAttributes.WRITES) == 0
                ? single.load(programCounter, of)
                : single.store(programCounter, of);
    }

    /// Whether an access is a load or store that a fence makes strong, which may acquire or
    /// release.
    private boolean synchronises(int programCounter) {
        int kind = AccessAttributes.STRONG | AccessAttributes.ATOMIC;
        return me.cta.isLockstep && (forms.of(programCounter) & kind) == AccessAttributes.STRONG;
    }

    /// Sets the access that is checked.
    ///
    /// @return whether the access can race
    private boolean begin(int programCounter, int group, long[] at) {
        int y = words[programCounter * Code.STRIDE + Code.Y];
        int space = MemoryAccess.space(y);
        if (space >= MemorySpace.LOCAL || space == MemorySpace.CONSTANT) {
            return false;
        }
        access.pc = programCounter;
        access.form = forms.of(programCounter);
        access.size = MemoryAccess.bytes(words[programCounter * Code.STRIDE], y);
        access.addresses = at;
        access.mask = group;
        access.number = table.number(me.actor(), programCounter, group, me.since);
        atomics.begin();
        return true;
    }

    private void eachLane() {
        for (int rest = distinct(); rest != 0; rest &= rest - 1) {
            lane(Integer.numberOfTrailingZeros(rest));
        }
    }

    /// The active lanes; the first of them if all stand for one thread.
    int distinct() {
        return me.cta.isLockstep && check.isOfOneThread()
                ? Integer.lowestOneBit(access.active)
                : access.active;
    }

    /// The lanes whose access writes. A compare-and-swap that fails does not.
    public int succeeding() {
        return (access.form & AccessAttributes.MAY_FAIL) == 0 ? access.active : check.succeeding();
    }

    /// Records a regular access, if no cell needs a closer look.
    private boolean isQuiet(CoalescedRuns runs) {
        if (!runs.areRegular() || access.isAtomic()) {
            return false;
        }
        access.open(runs.page());
        if (access.page.cellBits == 0 || access.page.hasCovered()) {
            return false;
        }
        return access.writes() ? quiet.write(runs) : quiet.read(runs);
    }

    private void lane(int lane) {
        int offset = access.locate(lane);
        if (offset < 0 || (access.isAtomic() && atomics.takes(offset, lane))) {
            return;
        }
        access.page.provideCells(access.size);
        int last = (offset + access.size - 1) >> access.page.cellBits;
        if (access.form == AccessAttributes.READS
                && isRepeated(lane, offset >> access.page.cellBits, last)) {
            return;
        }
        for (int cell = offset >> access.page.cellBits; cell <= last; cell++) {
            if (access.writes()) {
                write(cell, lane);
            } else {
                read(cell, lane);
            }
        }
    }

    /// Whether the lane before loads the same bytes and no unordered write is in the cells.
    private boolean isRepeated(int lane, int from, int to) {
        boolean repeated = access.isRepeated(lane);
        for (int cell = from; repeated && cell <= to; cell++) {
            repeated =
                    access.isHarmless(access.page.writes.get(cell), lane)
                            && access.isHarmless(access.page.covered(cell), lane);
        }
        return repeated;
    }

    /// A lane of the access loads a cell.
    void read(int cell, int lane) {
        check.look(access.page.writes.get(cell), lane);
        check.look(access.page.covered(cell), lane);
        record(cell, lane);
    }

    /// Records the load of a cell, which races with no write.
    void record(int cell, int lane) {
        int mine = AccessTable.cell(access.number, lane);
        int first = access.page.reads.get(cell);
        access.page.lastRead = Math.max(access.page.lastRead, access.number);
        if (first == mine) {
            return;
        }
        int other = access.page.others.get(cell);
        if (check.isBefore(first, lane)) {
            boolean isOver = check.isBefore(other, lane);
            access.page.reads.set(cell, isOver ? mine : other);
            access.page.others.set(cell, isOver ? 0 : mine);
        } else if (me.cta.isForeign(AccessTable.number(first))
                || check.isBefore(other, lane)
                || isOfWarp(other, first)
                || !isOfWarp(mine, first)) {
            access.page.others.set(cell, mine);
        }
    }

    private boolean isOfWarp(int cell, int other) {
        return table.actor(AccessTable.number(cell)) == table.actor(AccessTable.number(other));
    }

    private void write(int cell, int lane) {
        check.look(access.page.writes.get(cell), lane);
        check.look(access.page.reads.get(cell), lane);
        check.look(access.page.others.get(cell), lane);
        check.look(access.page.covered(cell), lane);
        int covered = !access.isAtomic() ? 0 : lastPlain(cell);
        if (covered != 0 || access.page.hasCovered()) {
            access.page.cover(cell, covered);
        }
        access.page.writes.set(cell, AccessTable.cell(access.number, lane));
        access.page.lastWrite = Math.max(access.page.lastWrite, access.number);
        if (!access.isAtomic()) {
            access.page.lastPlainWrite = access.page.lastWrite;
        }
        access.page.reads.set(cell, lasting(access.page.reads.get(cell), lane));
        access.page.others.set(cell, lasting(access.page.others.get(cell), lane));
    }

    /// What a cell of loads holds after a store. An earlier load of the same threads stays: a warp
    /// that stores the same value later races with the load and not with the store.
    private int lasting(int load, int lane) {
        return !access.isAtomic() && access.isOwn(load, lane) ? load : 0;
    }

    /// The last write of a cell that was not atomic: an atomic does not race with another atomic,
    /// but may race with that write.
    private int lastPlain(int cell) {
        int write = access.page.writes.get(cell);
        int before = AccessTable.number(write);
        if (before <= access.ordered) {
            return 0;
        }
        boolean plain = (forms.of(table.counter(before)) & AccessAttributes.ATOMIC) == 0;
        return plain ? write : access.page.covered(cell);
    }
}
