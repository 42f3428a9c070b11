package org.offloadtck.simt.check;

import org.offloadtck.simt.check.Scene.Window;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Space;

/// Finds accesses to the same bytes, one of them a write, that nothing puts in an order and that
/// are not both strong (PTX ISA §8.7.1, *Conflict and data-races*).
///
/// In order are: a thread's own accesses; those before a barrier and those after it; those before
/// and after `bar.warp.sync` and other collective instructions; what [Synchronisation] says; and
/// those that two threads of a warp make in groups that hold both, for their group does one after
/// the other. Threads of different groups are in no order for being of one warp.
///
/// Two stores of the same value and size are no finding, although nothing puts them in an order:
/// whichever is last, memory has the same, and the memory model, which speaks of races of the same
/// size, says so.
final class RaceWatch {

    private static final int ALL = -1;
    private static final int LANES = Code.LANES;

    private final int[] words;
    private final AccessForm forms;
    private final AccessTable table;
    private final GlobalShadow memory;
    private final RaceReport report;

    private final WarpOrder me;

    /// The access that is looked at.
    private int pc;

    private int base;
    private int active;
    private long[] addresses = new long[0];
    private int form;
    private int mask;
    private int number;
    private int size;

    /// Where it goes.
    private ShadowPage page = ShadowPage.NONE;

    /// Accesses up to this number of whoever has a cell in the page were made before.
    private int ordered;

    RaceWatch(WarpOrder me, RaceGround ground) {
        this.me = me;
        this.words = ground.report().scene().image().code().words();
        this.forms = ground.forms();
        this.table = ground.table();
        this.memory = ground.memory();
        this.report = ground.report();
    }

    /// A group of the warp accesses memory.
    void accesses(Group group, int lanes, long[] at) {
        pc = group.pc();
        int y = words[pc * Code.STRIDE + Code.Y];
        int space = y & 0xf;
        if (space >= Space.LOCAL || space == Space.CONSTANT) {
            return;
        }
        base = group.frame().rows();
        active = lanes;
        form = forms.of(pc);
        size = AccessForm.bytes(y, words[pc * Code.STRIDE]);
        addresses = at;
        mask = group.mask();
        number = table.number(me.actor(), pc, mask, me.since);
        if (active == ALL && size == Integer.BYTES && CellRows.isRow(addresses) && row()) {
            return;
        }
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lane(lane);
        }
    }

    /// The lanes whose access will write, when they are taken one by one.
    int succeeding() {
        if ((form & AccessForm.MAY_FAIL) == 0) {
            return active;
        }
        int succeeding = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var mine = new RaceReport.Part(me.actor(), lane, pc);
            boolean there = locate(addresses[lane], size) >= 0;
            boolean succeeds = there && report.succeeds(me.warp(), base, mine, addresses[lane]);
            succeeding |= (succeeds ? 1 : 0) << lane;
        }
        return succeeding;
    }

    /// Takes a row of words when nothing about it is out of the ordinary.
    private boolean row() {
        int from = locate(addresses[0], Integer.BYTES * LANES) >> 2;
        if ((form & AccessForm.ATOMIC) != 0
                || page.cellBits == 0
                || from < 0
                || page.hasCovered()
                || !isQuiet(page.writes, from)) {
            return false;
        }
        if ((form & AccessForm.WRITES) == 0) {
            boolean isDone = CellRows.holds(page.reads, from, AccessTable.cell(number, 0));
            if (isDone
                    || (CellRows.highest(page.others, from) <= ordered
                            && isQuiet(page.reads, from))) {
                CellRows.fill(page.reads, from, number);
                return true;
            }
            return false;
        }
        if (isQuiet(page.reads, from) && isQuiet(page.others, from)) {
            CellRows.fill(page.writes, from, number);
            return true;
        }
        return false;
    }

    /// Whether a row of cells holds nothing, what was before, or what the same lanes did.
    private boolean isQuiet(int[] cells, int from) {
        if (CellRows.highest(cells, from) <= ordered) {
            return true;
        }
        int first = cells[from];
        return AccessTable.lane(first) == 0
                && CellRows.holds(cells, from, first)
                && (AccessTable.number(first) <= ordered
                        || table.actor(AccessTable.number(first)) == me.actor());
    }

    /// Finds the page of an access.
    ///
    /// @return its offset there, or -1 when it is not within one page
    private int locate(long address, int bytes) {
        var window = Window.of(address);
        if (window == Window.SHARED) {
            page = me.cta.shared;
            ordered = me.cta.barrier;
            long offset = address & 0xffff_ffffL;
            return offset <= page.bytes() - bytes ? (int) offset : -1;
        }
        if (window == Window.GLOBAL && memory.holds(address)) {
            page = memory.page(address);
            ordered = table.base();
            int offset = GlobalShadow.offset(address);
            return offset <= page.bytes() - bytes ? offset : -1;
        }
        return -1;
    }

    private void lane(int lane) {
        long address = addresses[lane];
        int offset = locate(address, size);
        if (offset < 0) {
            return;
        }
        if (size < Integer.BYTES && page.cellBits != 0) {
            page.split();
        }
        int last = (offset + size - 1) >> page.cellBits;
        if (form == AccessForm.READS && isRepeated(lane, offset >> page.cellBits, last)) {
            return;
        }
        for (int cell = offset >> page.cellBits; cell <= last; cell++) {
            if ((form & AccessForm.WRITES) != 0) {
                write(cell, lane);
            } else {
                read(cell, lane);
            }
        }
    }

    /// Whether the lane before loads the same, which nobody wrote that could matter.
    private boolean isRepeated(int lane, int from, int to) {
        boolean repeated =
                lane > 0
                        && (active >>> (lane - 1) & 1) != 0
                        && addresses[lane] == addresses[lane - 1];
        for (int cell = from; repeated && cell <= to; cell++) {
            repeated = AccessTable.number(page.writes[cell] | page.covered(cell)) <= ordered;
        }
        return repeated;
    }

    private void read(int cell, int lane) {
        int mine = AccessTable.cell(number, lane);
        int first = page.reads[cell];
        check(page.writes[cell], lane);
        check(page.covered(cell), lane);
        if (first == mine) {
            return;
        }
        int other = page.others[cell];
        if (isBefore(first, lane)) {
            boolean isOver = isBefore(other, lane);
            page.reads[cell] = isOver ? mine : other;
            page.others[cell] = isOver ? 0 : mine;
        } else if (isBefore(other, lane) || isOfWarp(other, first) || !isOfWarp(mine, first)) {
            page.others[cell] = mine;
        }
    }

    private boolean isOfWarp(int cell, int other) {
        return table.actor(AccessTable.number(cell)) == table.actor(AccessTable.number(other));
    }

    private void write(int cell, int lane) {
        check(page.writes[cell], lane);
        check(page.reads[cell], lane);
        check(page.others[cell], lane);
        check(page.covered(cell), lane);
        int covered = (form & AccessForm.ATOMIC) == 0 ? 0 : lastPlain(cell);
        if (covered != 0 || page.hasCovered()) {
            page.cover(cell, covered);
        }
        page.writes[cell] = AccessTable.cell(number, lane);
        page.reads[cell] = 0;
        page.others[cell] = 0;
    }

    /// The last write of a cell that was no atomic: atomics are in no race with each other, but may
    /// be with that.
    private int lastPlain(int cell) {
        int write = page.writes[cell];
        int access = AccessTable.number(write);
        if (access <= ordered) {
            return 0;
        }
        boolean plain = (forms.of(table.counter(access)) & AccessForm.ATOMIC) == 0;
        return plain ? write : page.covered(cell);
    }

    /// Reports the access when it races with the one a cell holds.
    private void check(int other, int lane) {
        int access = AccessTable.number(other);
        if (access <= ordered) {
            return;
        }
        boolean simultaneous = isSimultaneous(other, lane);
        if (!simultaneous && (isBefore(other, lane) || areStrong(other))) {
            return;
        }
        var mine = new RaceReport.Part(me.actor(), lane, pc);
        var theirs =
                new RaceReport.Part(
                        table.actor(access), AccessTable.lane(other), table.counter(access));
        if (!simultaneous) {
            var encounter = new RaceReport.Encounter(mine, theirs, addresses[lane]);
            report.race(me.warp(), base, encounter);
        } else if (!report.storeTheSame(me.warp(), base, mine, theirs.lane())) {
            report.tell(mine, theirs, addresses[lane]);
        }
    }

    /// Whether another lane writes there by the same instruction.
    private boolean isSimultaneous(int other, int lane) {
        int by = AccessTable.lane(other);
        return AccessTable.number(other) == number
                && by < lane
                && (active >>> by & 1) != 0
                && (form & AccessForm.STRONG) == 0
                && addresses[by] == addresses[lane];
    }

    private boolean isBefore(int other, int lane) {
        int access = AccessTable.number(other);
        if (access <= ordered) {
            return true;
        }
        int actor = table.actor(access);
        int by = AccessTable.lane(other);
        if (actor == me.actor()) {
            boolean together = (table.mask(access) >>> lane & 1) != 0 && (mask >>> by & 1) != 0;
            if (by == lane || together || access <= me.joined) {
                return true;
            }
        }
        int cta = actor / me.cta.warps.size();
        if (cta == me.cta.number && access <= me.cta.barrier) {
            return true;
        }
        return Synchronisation.isKnown(me, lane, new Meeting.Access(access, cta, actor, by));
    }

    /// Whether both accesses are strong and each within the other's scope.
    private boolean areStrong(int other) {
        int both = form & forms.of(table.counter(AccessTable.number(other)));
        int cta = table.actor(AccessTable.number(other)) / me.cta.warps.size();
        return (both & AccessForm.STRONG) != 0
                && (cta == me.cta.number || (both & AccessForm.WIDE) != 0);
    }
}
