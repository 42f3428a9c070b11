package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.engine.memory.AddressSpace;

/// Records atomics on single words whose cells hold nothing but atomics.
final class AtomicFastPath {

    private final WarpClocks me;
    private final WarpAccess access;
    private final AccessTable table;
    private final AccessAttributes forms;

    /// The access number that was seen last in a cell, and whether it races with this access.
    private int seen;

    private boolean harmless;

    AtomicFastPath(WarpClocks me, WarpAccess access, RaceCheckContext ground) {
        this.me = me;
        this.access = access;
        this.table = ground.table();
        this.forms = ground.forms();
    }

    /// Starts another access.
    void begin() {
        seen = 0;
    }

    /// Records the atomics of all lanes on words of shared memory, or declines and records nothing.
    /// All threads that access the page are of one CTA, so that its atomics do not race.
    boolean takesAll() {
        if (!access.isAtomic() || access.size != Integer.BYTES || !access.openShared()) {
            return false;
        }
        var page = access.page;
        boolean holdsAtomics =
                page.cellBits != 0
                        && !page.hasCovered()
                        && page.lastRead <= access.ordered
                        && page.lastPlainWrite <= access.ordered;
        if (!holdsAtomics) {
            return false;
        }
        for (int rest = access.active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int offset = (int) (access.addresses[lane] - AddressSpace.SHARED);
            page.writes.set(offset >> 2, AccessTable.cell(access.number, lane));
        }
        page.lastWrite = Math.max(page.lastWrite, access.number);
        return true;
    }

    /// Records the atomic of a lane, or declines.
    ///
    /// @param offset in the page
    boolean takes(int offset, int lane) {
        var page = access.page;
        boolean plain = access.size == Integer.BYTES && page.cellBits != 0 && !page.hasCovered();
        int cell = offset >> 2;
        if (!plain || !isUnread(cell) || !isHarmless(AccessTable.number(page.writes.get(cell)))) {
            return false;
        }
        page.writes.set(cell, AccessTable.cell(access.number, lane));
        page.lastWrite = Math.max(page.lastWrite, access.number);
        return true;
    }

    /// Whether all loads of a cell are ordered before the access.
    private boolean isUnread(int cell) {
        var page = access.page;
        return page.lastRead <= access.ordered
                || (AccessTable.number(page.reads.get(cell)) <= access.ordered
                        && AccessTable.number(page.others.get(cell)) <= access.ordered);
    }

    private boolean isHarmless(int before) {
        if (before <= access.ordered) {
            return true;
        }
        if (before != seen) {
            seen = before;
            int both = access.form & forms.of(table.counter(before));
            int cta = table.actor(before) / me.cta.warps.size();
            harmless =
                    (both & AccessAttributes.ATOMIC) != 0
                            && (cta == me.cta.number || (both & AccessAttributes.WIDE) != 0);
        }
        return harmless;
    }
}
