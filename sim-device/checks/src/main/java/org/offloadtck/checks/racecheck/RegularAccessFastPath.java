package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
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
        int words = runs.words();
        for (int i = 0; i < runs.count(); i++) {
            int cell = runs.word(i);
            int lane = runs.lane(i);
            int places = runs.places(i);
            if (words == 1) {
                readWords(cell, lane, places);
                if (places < runs.lanes(i) && AccessTable.number(page.others[cell]) <= ordered) {
                    page.others[cell] = AccessTable.cell(number, lane + 1);
                }
            } else {
                for (int place = 0; place < places; place++) {
                    for (int word = 0; word < words; word++) {
                        read(cell++, lane + place);
                    }
                }
            }
        }
        page.lastRead = Math.max(page.lastRead, number);
        return true;
    }

    /// Records loads of neighbouring words by neighbouring lanes.
    private void readWords(int from, int lane, int count) {
        int[] reads = page.reads;
        int[] others = page.others;
        int mine = AccessTable.cell(number, lane);
        int foreign = -1;
        for (int i = 0; i < count; i++) {
            int first = AccessTable.number(reads[from + i]);
            if (first <= ordered && AccessTable.number(others[from + i]) <= ordered) {
                reads[from + i] = mine + i;
            } else if (first == foreign) {
                others[from + i] = mine + i;
            } else {
                read(from + i, lane + i);
                foreign = owner == Owner.FOREIGN ? seen : -1;
            }
        }
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
            for (int place = 0; place < runs.places(i); place++) {
                int mine = AccessTable.cell(number, runs.lane(i) + place);
                for (int word = 0; word < words; word++) {
                    page.writes[cell++] = mine;
                }
            }
        }
        page.lastWrite = Math.max(page.lastWrite, number);
        return true;
    }

    /// Whether all cells are empty, ordered before this access, or of the same threads.
    private boolean areQuiet(int[] cells, CoalescedRuns runs) {
        int words = runs.words();
        boolean isShared = access.isShared();
        for (int i = 0; i < runs.count(); i++) {
            int start = runs.word(i);
            int end = start + runs.places(i) * words;
            for (int cell = start; cell < end; cell++) {
                int before = AccessTable.number(cells[cell]);
                if (before > ordered
                        && (owner(before) != Owner.SAME
                                || (isShared
                                        && before > me.joined
                                        && !isOwn(cells[cell], runs, i, (cell - start) / words)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether the only lane that accesses a place of a run is the one in the cell.
    private static boolean isOwn(int cell, CoalescedRuns runs, int run, int place) {
        return runs.lanes(run) == runs.places(run)
                && AccessTable.lane(cell) == runs.lane(run) + place;
    }

    private void read(int cell, int lane) {
        int first = AccessTable.number(page.reads[cell]);
        if (first == number) {
            return;
        }
        boolean over = first <= ordered || owner(first) == Owner.SAME;
        if (over && AccessTable.number(page.others[cell]) <= ordered) {
            page.reads[cell] = AccessTable.cell(number, lane);
        } else if (!over && owner(first) == Owner.FOREIGN) {
            page.others[cell] = AccessTable.cell(number, lane);
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
