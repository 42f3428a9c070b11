package org.offloadtck.simt.check;

/// Compares an access of a warp with what cells of the shadow hold.
final class RaceCheck {

    private final WarpOrder me;
    private final Attempt access;
    private final AccessForm forms;
    private final AccessTable table;
    private final RaceReport report;

    RaceCheck(WarpOrder me, Attempt access, RaceGround ground) {
        this.me = me;
        this.access = access;
        this.forms = ground.forms();
        this.table = ground.table();
        this.report = ground.report();
    }

    /// The lanes whose compare-and-swap will write.
    int succeeding() {
        int succeeding = 0;
        for (int rest = access.active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var mine = new RaceReport.Part(me.actor(), lane, access.pc);
            boolean there = access.locate(lane) >= 0;
            boolean succeeds =
                    there && report.succeeds(me.warp(), access.base, mine, access.addresses[lane]);
            succeeding |= (succeeds ? 1 : 0) << lane;
        }
        return succeeding;
    }

    /// Reports the access when it races with the one a cell holds.
    void look(int other, int lane) {
        int before = AccessTable.number(other);
        if (before <= access.ordered) {
            return;
        }
        boolean simultaneous = isSimultaneous(other, lane);
        if (!simultaneous && (isBefore(other, lane) || areStrong(other))) {
            return;
        }
        var mine = new RaceReport.Part(me.actor(), lane, access.pc);
        var theirs =
                new RaceReport.Part(
                        table.actor(before), AccessTable.lane(other), table.counter(before));
        var encounter = new RaceReport.Encounter(mine, theirs, access.addresses[lane]);
        if (!simultaneous) {
            report.race(me.warp(), access.base, encounter);
        } else if (!report.storeTheSame(me.warp(), access.base, mine, theirs.lane())) {
            report.tell(me.warp(), encounter);
        }
    }

    /// Whether another lane writes there by the same instruction.
    private boolean isSimultaneous(int other, int lane) {
        int by = AccessTable.lane(other);
        return AccessTable.number(other) == access.number
                && by < lane
                && (access.active >>> by & 1) != 0
                && (access.form & AccessForm.STRONG) == 0
                && access.addresses[by] == access.addresses[lane];
    }

    /// Whether something puts the access that a cell holds before a lane's.
    boolean isBefore(int other, int lane) {
        int before = AccessTable.number(other);
        if (before <= access.ordered) {
            return true;
        }
        int actor = table.actor(before);
        int by = AccessTable.lane(other);
        if (actor == me.actor()) {
            boolean together =
                    (table.mask(before) >>> lane & 1) != 0 && (access.mask >>> by & 1) != 0;
            if (by == lane || together || before <= me.joined) {
                return true;
            }
        }
        int cta = actor / me.cta.warps.size();
        if (cta == me.cta.number && before <= me.cta.barrier) {
            return true;
        }
        return Synchronisation.isKnown(me, lane, new Meeting.Access(before, cta, actor, by));
    }

    /// Whether both accesses are strong and each within the other's scope.
    private boolean areStrong(int other) {
        int both = access.form & forms.of(table.counter(AccessTable.number(other)));
        int cta = table.actor(AccessTable.number(other)) / me.cta.warps.size();
        return (both & AccessForm.STRONG) != 0
                && (cta == me.cta.number || (both & AccessForm.WIDE) != 0);
    }
}
