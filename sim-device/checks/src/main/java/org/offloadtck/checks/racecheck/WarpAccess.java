package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.memory.AddressSpace;

/// An access of a warp that is checked for races. Each warp reuses one object.
final class WarpAccess {

    private final WarpClocks me;
    private final AccessTable table;
    private final GlobalShadow memory;
    private final ShadowPage own;

    /// The shadow of the shared memory that addresses are in: [#own], or that of another CTA.
    private ShadowPage shared;

    int pc;

    /// First row of the group's frame in the register file.
    int base;

    /// Lanes that access memory, and lanes of their group.
    int active;

    int mask;
    long[] addresses = new long[0];

    /// The bits of [AccessAttributes].
    int form;

    int number;

    /// Bytes of each lane.
    int size;

    /// The shadow page that the lane accesses.
    ShadowPage page = ShadowPage.NONE;

    /// Accesses in the cells of the page up to this number happen before this one.
    int ordered;

    WarpAccess(WarpClocks me, ShadowPage shared, RaceCheckContext ground) {
        this.me = me;
        this.own = shared;
        this.shared = shared;
        this.table = ground.table();
        this.memory = ground.memory();
    }

    void useShared(ShadowPage ofOther) {
        shared = ofOther;
    }

    void useOwnShared() {
        shared = own;
    }

    boolean writes() {
        return (form & AccessAttributes.WRITES) != 0;
    }

    boolean isAtomic() {
        return (form & AccessAttributes.ATOMIC) != 0;
    }

    /// Whether the lane before makes the same access.
    boolean isRepeated(int lane) {
        return lane > 0
                && (active >>> (lane - 1) & 1) != 0
                && addresses[lane] == addresses[lane - 1];
    }

    /// Whether the access that a cell holds is ordered before everything, or of the same threads
    /// and therefore ordered before that of a lane.
    boolean isHarmless(int cell, int lane) {
        return AccessTable.number(cell) <= ordered || isOwn(cell, lane);
    }

    /// Whether the access that a cell holds is not ordered before everything, but is of the same
    /// threads and therefore ordered before that of a lane.
    boolean isOwn(int cell, int lane) {
        int before = AccessTable.number(cell);
        return before > ordered
                && !me.cta.isForeign(before)
                && table.actor(before) == me.actor()
                && table.mask(before) == mask
                && (!isShared() || before <= me.joined || AccessTable.lane(cell) == lane);
    }

    /// Finds the shadow page of a lane's address.
    ///
    /// @return the offset in the page, or -1 if the access is not within one page
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

    /// Selects the page of shared memory, if the access of each lane is an aligned one within it.
    boolean openShared() {
        open(shared);
        return shared.holds(AddressSpace.SHARED, active, size, addresses);
    }

    /// Whether the page is of shared memory.
    boolean isShared() {
        return page.equals(shared);
    }

    /// Selects a page.
    void open(ShadowPage other) {
        page = other;
        int base = table.base();
        if (page.equals(own)) {
            ordered = orderedInShared(me.cta, page, base);
        } else {
            ordered = isShared() ? Math.max(me.cta.clusterBarrier, base) : base;
        }
    }

    /// The accesses in the cells of a page of shared memory up to this number happen before what
    /// the threads of its CTA do next: those before the last barrier of the CTA, or of the cluster
    /// if another CTA has accessed it since.
    static int orderedInShared(CtaClocks cta, ShadowPage page, int base) {
        int ofCluster = Math.max(cta.clusterBarrier, base);
        return page.lastRemote <= ofCluster ? Math.max(cta.barrier, base) : ofCluster;
    }
}
