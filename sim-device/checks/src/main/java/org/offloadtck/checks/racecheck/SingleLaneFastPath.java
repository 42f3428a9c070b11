package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessCells;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.checks.shadow.SingleLaneAccess;

/// Records loads and stores of whole words by a group of one lane, as in a compiled region, if they
/// race with nothing. It leaves all others to [WarpRaceDetector].
///
/// It updates the cells as [RegularAccessFastPath] does for a run of one lane. Two accesses of one
/// warp with the same mask are of one thread, so they are ordered.
final class SingleLaneFastPath {

    private final WarpClocks me;
    private final ShadowPage shared;
    private final AccessTable table;
    private int ordered;
    private int mask;

    SingleLaneFastPath(WarpClocks me, ShadowPage shared, AccessTable table) {
        this.me = me;
        this.shared = shared;
        this.table = table;
    }

    /// Records a load.
    ///
    /// @return whether the access was recorded; if not, it may race
    boolean load(int programCounter, SingleLaneAccess access) {
        var page = access.page;
        int mine = begin(programCounter, access);
        boolean isWritten = page.lastWrite > ordered;
        if (hasSmallCells(page) || (isWritten && !areHarmless(page.writes, access))) {
            return false;
        }
        for (int cell = access.from; cell < access.to; cell++) {
            if (page.reads.get(cell) != mine && !load(page, cell, mine)) {
                return false;
            }
        }
        page.lastRead = Math.max(page.lastRead, AccessTable.number(mine));
        return true;
    }

    private boolean load(ShadowPage page, int cell, int mine) {
        int first = page.reads.get(cell);
        if (!isHarmless(first)) {
            boolean isForeign = isForeign(AccessTable.number(first));
            if (isForeign) {
                page.others.set(cell, mine);
            }
            return isForeign;
        }
        boolean isOnly = AccessTable.number(page.others.get(cell)) <= ordered;
        if (isOnly) {
            page.reads.set(cell, mine);
        }
        return isOnly;
    }

    /// Records a store, as [#load] a load.
    boolean store(int programCounter, SingleLaneAccess access) {
        var page = access.page;
        int mine = begin(programCounter, access);
        boolean isWritten = page.lastWrite > ordered;
        boolean isRead = page.lastRead > ordered;
        if (hasSmallCells(page)
                || (isWritten && !areHarmless(page.writes, access))
                || (isRead && !areHarmless(page.reads, access))
                || (isRead && !areHarmless(page.others, access))) {
            return false;
        }
        for (int cell = access.from; cell < access.to; cell++) {
            page.writes.set(cell, mine);
        }
        page.lastWrite = Math.max(page.lastWrite, AccessTable.number(mine));
        page.lastPlainWrite = page.lastWrite;
        return true;
    }

    /// Sets the access that is checked.
    ///
    /// @return what cells hold of it
    private int begin(int programCounter, SingleLaneAccess access) {
        mask = access.mask;
        int base = table.base();
        ordered =
                access.page.equals(shared)
                        ? WarpAccess.orderedInShared(me.cta, shared, base)
                        : base;
        int number = table.number(me.actor(), programCounter, mask, me.since);
        return AccessTable.cell(number, Integer.numberOfTrailingZeros(mask));
    }

    private static boolean hasSmallCells(ShadowPage page) {
        return page.cellBits == 0 || page.hasCovered();
    }

    private boolean areHarmless(AccessCells cells, SingleLaneAccess access) {
        for (int cell = access.from; cell < access.to; cell++) {
            if (!isHarmless(cells.get(cell))) {
                return false;
            }
        }
        return true;
    }

    /// Whether the access that a cell holds is ordered before all others, or of the same thread.
    private boolean isHarmless(int cell) {
        int before = AccessTable.number(cell);
        return before <= ordered
                || (table.actor(before) == me.actor() && table.mask(before) == mask);
    }

    /// Whether the access is of another warp and not ordered before this one.
    private boolean isForeign(int before) {
        int actor = table.actor(before);
        return actor != me.actor() && !me.mayKnow(before, actor);
    }
}
