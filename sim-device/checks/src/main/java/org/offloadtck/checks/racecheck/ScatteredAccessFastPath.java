package org.offloadtck.checks.racecheck;

import java.util.Arrays;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.code.Code;

/// Records the loads and stores of a compiled block to addresses without a pattern, if they race
/// with nothing. It leaves all others to [WarpRaceDetector].
///
/// It updates the cells of loads as [WarpRaceDetector#record] does, and those of stores as
/// [RegularAccessFastPath] does.
final class ScatteredAccessFastPath {

    private final WarpAccess access;
    private final WarpRaceDetector races;

    /// The page of each lane, and the first cell that it accesses.
    private final ShadowPage[] pages = new ShadowPage[Code.LANES];

    private final int[] cells = new int[Code.LANES];

    /// What the cells held before, in the order in which they were set.
    private int[] replaced = new int[Code.LANES];

    private int count;

    ScatteredAccessFastPath(WarpAccess access, WarpRaceDetector races) {
        this.access = access;
        this.races = races;
        Arrays.fill(pages, ShadowPage.NONE);
    }

    /// Records the accesses of all lanes, or declines. Loads that precede the one that declines are
    /// recorded: the interpreter makes them again.
    boolean takesAll() {
        return switch (access.form) {
            case AccessAttributes.READS -> load();
            case AccessAttributes.WRITES -> store();
            default -> false;
        };
    }

    private boolean load() {
        for (int rest = races.distinct(); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (find(lane) && !load(lane)) {
                return false;
            }
        }
        return true;
    }

    private boolean load(int lane) {
        if (!isUnwritten(pages[lane], lane)) {
            return false;
        }
        if (!access.isRepeated(lane)) {
            int end = end(lane);
            for (int cell = cells[lane]; cell < end; cell++) {
                races.record(cell, lane);
            }
        }
        return true;
    }

    /// Whether no cell of a lane holds a write that it could race with.
    private boolean isUnwritten(ShadowPage page, int lane) {
        boolean isUnwritten = true;
        if (page.lastWrite > access.ordered) {
            int end = end(lane);
            for (int cell = cells[lane]; cell < end && isUnwritten; cell++) {
                isUnwritten =
                        access.isHarmless(page.writes.get(cell), lane)
                                && access.isHarmless(page.covered(cell), lane);
            }
        }
        return isUnwritten;
    }

    /// Finds the page and the cells of a lane.
    ///
    /// @return whether it accesses memory that has a shadow
    private boolean find(int lane) {
        int offset = access.locate(lane);
        if (offset < 0) {
            pages[lane] = ShadowPage.NONE;
            return false;
        }
        access.page.provideCells(access.size);
        pages[lane] = access.page;
        cells[lane] = offset >> access.page.cellBits;
        return true;
    }

    /// One past the last cell of a lane.
    private int end(int lane) {
        return cells[lane] + Math.max(1, access.size >> pages[lane].cellBits);
    }

    /// Records the stores, or declines and leaves the cells as they were.
    private boolean store() {
        int active = 0;
        count = 0;
        for (int rest = access.active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            if (!find(lane)) {
                continue;
            }
            var page = pages[lane];
            if (page.hasCovered() || !isUnwritten(page, lane) || !isUnread(page, lane)) {
                return false;
            }
            active |= 1 << lane;
            count += end(lane) - cells[lane];
        }
        record(active);
        boolean areApart = areApart(active);
        if (!areApart) {
            restore(active);
        }
        return areApart;
    }

    private boolean isUnread(ShadowPage page, int lane) {
        boolean isUnread = true;
        if (page.lastRead > access.ordered) {
            int end = end(lane);
            for (int cell = cells[lane]; cell < end && isUnread; cell++) {
                isUnread =
                        access.isHarmless(page.reads.get(cell), lane)
                                && access.isHarmless(page.others.get(cell), lane);
            }
        }
        return isUnread;
    }

    private void record(int active) {
        if (replaced.length < count) {
            replaced = new int[count];
        }
        int at = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var page = pages[lane];
            int end = end(lane);
            for (int cell = cells[lane]; cell < end; cell++) {
                replaced[at++] = page.writes.get(cell);
                page.writes.set(cell, AccessTable.cell(access.number, lane));
            }
            page.lastWrite = Math.max(page.lastWrite, access.number);
            page.lastPlainWrite = page.lastWrite;
        }
    }

    /// Whether no two lanes have stored to one cell: it then holds the later lane.
    private boolean areApart(int active) {
        boolean areApart = true;
        for (int rest = active; rest != 0 && areApart; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int mine = AccessTable.cell(access.number, lane);
            int end = end(lane);
            for (int cell = cells[lane]; cell < end; cell++) {
                areApart &= pages[lane].writes.get(cell) == mine;
            }
        }
        return areApart;
    }

    /// Sets the cells to what they held, the last lane first: two lanes may have stored to one.
    private void restore(int active) {
        int at = count;
        for (int rest = active; rest != 0; ) {
            int lane = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(rest);
            rest ^= 1 << lane;
            for (int cell = end(lane) - 1; cell >= cells[lane]; cell--) {
                pages[lane].writes.set(cell, replaced[--at]);
            }
        }
    }
}
