package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;

/// An access of a warp that is looked at for races, and where it goes. One object serves a warp's
/// accesses one after another.
final class WarpAccess {

    private final WarpClocks me;
    private final AccessTable table;
    private final GlobalShadow memory;
    private final ShadowPage shared;

    int pc;

    /// Of the group's frame in the register file.
    int base;

    /// The lanes that make it, and those of their group.
    int active;

    int mask;
    long[] addresses = new long[0];

    /// As [AccessAttributes] has it.
    int form;

    int number;

    /// Bytes of each lane.
    int size;

    /// Where a lane's goes.
    ShadowPage page = ShadowPage.NONE;

    /// Accesses up to this number of whoever has a cell in the page were made before.
    int ordered;

    WarpAccess(WarpClocks me, ShadowPage shared, RaceCheckContext ground) {
        this.me = me;
        this.shared = shared;
        this.table = ground.table();
        this.memory = ground.memory();
    }

    boolean writes() {
        return (form & AccessAttributes.WRITES) != 0;
    }

    boolean isAtomic() {
        return (form & AccessAttributes.ATOMIC) != 0;
    }

    /// Finds the page of a lane.
    ///
    /// @return its offset there, or -1 when it is not within one page
    int locate(int lane) {
        long address = addresses[lane];
        var window = AddressWindow.of(address);
        if (window == AddressWindow.SHARED) {
            open(shared);
            long offset = address & 0xffff_ffffL;
            return offset <= page.bytes() - size ? (int) offset : -1;
        }
        if (window == AddressWindow.GLOBAL && memory.holds(address)) {
            open(memory.page(address));
            int offset = GlobalShadow.offset(address);
            return offset <= page.bytes() - size ? offset : -1;
        }
        return -1;
    }

    /// Goes to that page.
    void open(ShadowPage other) {
        page = other;
        ordered = page.equals(shared) ? me.cta.barrier : table.base();
    }
}
