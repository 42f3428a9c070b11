package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessCells;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.ShadowPage;

/// Records the regular accesses of a warp that race with nothing, a run of lanes at a time. It
/// declines all others, or leaves cells to [WarpRaceDetector].
public final class RegularAccessFastPath {

    private final WarpClocks me;
    private final WarpAccess access;
    private final AccessTable table;
    private final WarpRaceDetector races;

    private int number;
    private int ordered;
    private ShadowPage page = ShadowPage.NONE;

    /// Whether all loads in the cells of the page are ordered before this access.
    private boolean isUnread;

    /// The access number that was seen last in a cell, and its owner.
    private int seen;

    private Owner owner = Owner.OTHER;

    /// The owner of an access that is not ordered before everything.
    private enum Owner {
        /// The same threads.
        SAME,
        /// Another warp, with no order to this one.
        FOREIGN,
        OTHER
    }

    public RegularAccessFastPath(
            WarpClocks me, WarpAccess access, AccessTable table, WarpRaceDetector races) {
        this.me = me;
        this.access = access;
        this.table = table;
        this.races = races;
    }

    /// Records loads, or declines.
    boolean read(CoalescedRuns runs) {
        page = access.page;
        number = access.number;
        ordered = access.ordered;
        seen = 0;
        if (page.lastWrite > ordered && !areQuiet(page.writes, runs)) {
            return false;
        }
        isUnread = page.lastRead <= ordered;
        for (int i = 0; i < runs.count(); i++) {
            readRun(runs, i);
        }
        page.lastRead = Math.max(page.lastRead, number);
        return true;
    }

    private void readRun(CoalescedRuns runs, int run) {
        int cell = runs.word(run);
        int lane = runs.lane(run);
        int places = runs.places(run);
        int words = runs.words();
        if (words == 1) {
            readWords(cell, lane, places);
            if (places < runs.lanes(run) && AccessTable.number(page.others.get(cell)) <= ordered) {
                page.others.set(cell, AccessTable.cell(number, lane + 1));
            }
            return;
        }
        isUnread = false;
        for (int place = 0; place < places; place++) {
            for (int word = 0; word < words; word++) {
                read(cell++, lane + place);
            }
        }
    }

    /// Records loads of neighbouring words by neighbouring lanes.
    private void readWords(int from, int lane, int count) {
        int to = from + count;
        int mine = AccessTable.cell(number, lane) - from;
        for (int cell = from; cell < to; ) {
            int end = Math.min(to, AccessCells.end(cell));
            if (end - cell < AccessCells.LINE || !readLine(cell, mine + cell)) {
                isUnread = false;
                for (int i = cell; i < end; i++) {
                    read(i, lane + i - from);
                }
            }
            cell = end;
        }
    }

    /// Records loads of the words of a line, if the same holds for all its cells.
    ///
    /// @param mine what the first cell is to hold
    private boolean readLine(int cell, int mine) {
        boolean isCoalesced = page.reads.isCoalesced(cell) && page.others.isCoalesced(cell);
        if (!isCoalesced && !isUnread) {
            return false;
        }
        int first = AccessTable.number(page.reads.get(cell));
        if (first == number) {
            return true;
        }
        if (isUnread) {
            page.reads.setLine(cell, mine);
            page.others.setLine(cell, 0);
            return true;
        }
        boolean over = first <= ordered || owner(first) == Owner.SAME;
        if (over && AccessTable.number(page.others.get(cell)) <= ordered) {
            page.reads.setLine(cell, mine);
        } else if (!over && owner(first) == Owner.FOREIGN) {
            page.others.setLine(cell, mine);
        } else {
            return false;
        }
        return true;
    }

    /// Records stores, or declines. Earlier loads of the same threads stay in the cells: a later
    /// access that stores the value that memory has already would race with those loads, even if
    /// not with the store.
    boolean write(CoalescedRuns runs) {
        page = access.page;
        number = access.number;
        ordered = access.ordered;
        seen = 0;
        boolean unwritten = page.lastWrite <= ordered || areQuiet(page.writes, runs);
        boolean unread =
                page.lastRead <= ordered
                        || (areQuiet(page.reads, runs) && areQuiet(page.others, runs));
        if (!unwritten || !unread || !runs.areApart()) {
            return false;
        }
        int words = runs.words();
        for (int i = 0; i < runs.count(); i++) {
            int cell = runs.word(i);
            int mine = AccessTable.cell(number, runs.lane(i));
            if (words == 1) {
                page.writes.setAll(cell, cell + runs.places(i), mine);
                continue;
            }
            for (int place = 0; place < runs.places(i); place++) {
                for (int word = 0; word < words; word++) {
                    page.writes.set(cell++, mine + place);
                }
            }
        }
        page.lastWrite = Math.max(page.lastWrite, number);
        page.lastPlainWrite = page.lastWrite;
        return true;
    }

    /// Whether all cells are empty, ordered before this access, or of the same threads.
    private boolean areQuiet(AccessCells cells, CoalescedRuns runs) {
        int words = runs.words();
        for (int i = 0; i < runs.count(); i++) {
            int start = runs.word(i);
            int end = start + runs.places(i) * words;
            for (int cell = start; cell < end; ) {
                if (!isQuiet(cells.get(cell), runs, i, (cell - start) / words)) {
                    return false;
                }
                boolean isLike = words == 1 && cells.isCoalesced(cell);
                cell = isLike ? AccessCells.end(cell) : cell + 1;
            }
        }
        return true;
    }

    /// Whether the access that a cell holds is ordered before this access, or of the same threads.
    /// If so, the same holds for the following cells of a coalesced line.
    ///
    /// @param place of the run
    private boolean isQuiet(int cell, CoalescedRuns runs, int run, int place) {
        int before = AccessTable.number(cell);
        return before <= ordered
                || (owner(before) == Owner.SAME
                        && (!access.isShared()
                                || before <= me.joined
                                || isOwn(cell, runs, run, place)));
    }

    /// Whether the only lane that accesses a place of a run is the one in the cell.
    private static boolean isOwn(int cell, CoalescedRuns runs, int run, int place) {
        return runs.lanes(run) == runs.places(run)
                && AccessTable.lane(cell) == runs.lane(run) + place;
    }

    private void read(int cell, int lane) {
        int first = AccessTable.number(page.reads.get(cell));
        if (first == number) {
            return;
        }
        boolean over = first <= ordered || owner(first) == Owner.SAME;
        if (over && AccessTable.number(page.others.get(cell)) <= ordered) {
            page.reads.set(cell, AccessTable.cell(number, lane));
        } else if (!over && owner(first) == Owner.FOREIGN) {
            page.others.set(cell, AccessTable.cell(number, lane));
        } else {
            races.read(cell, lane);
        }
    }

    private Owner owner(int before) {
        if (before != seen) {
            seen = before;
            owner = find(before);
        }
        return owner;
    }

    private Owner find(int before) {
        int actor = table.actor(before);
        if (actor == me.actor()) {
            return table.mask(before) == access.mask ? Owner.SAME : Owner.OTHER;
        }
        return me.mayKnow(before, actor) ? Owner.OTHER : Owner.FOREIGN;
    }
}
