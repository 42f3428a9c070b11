package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.happensbefore.SyncObject;
import org.offloadtck.checks.happensbefore.WarpClocks;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;

/// Decides whether an access of a warp races with the access that a shadow cell holds.
final class ConflictCheck {

    private final WarpClocks me;
    private final WarpAccess access;
    private final AccessAttributes forms;
    private final AccessTable table;
    private final HappensBefore order;
    private final RaceReporter report;
    private final boolean isLockstep;

    ConflictCheck(WarpClocks me, WarpAccess access, RaceCheckContext ground) {
        this.me = me;
        this.access = access;
        this.forms = ground.forms();
        this.table = ground.table();
        this.order = ground.order();
        this.report = ground.report();
        this.isLockstep = ground.isLockstep();
    }

    /// Whether all lanes load from one address, or store one value to it: what GCC's threads do,
    /// whose 32 lanes execute the code of one.
    boolean isOfOneThread() {
        int first = Integer.numberOfTrailingZeros(access.active);
        boolean isOne = !access.isAtomic();
        for (int rest = access.active; isOne && rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            isOne = access.addresses[lane] == access.addresses[first];
        }
        return isOne && (!access.writes() || storeTheSame(first));
    }

    private boolean storeTheSame(int first) {
        boolean same = true;
        for (int rest = access.active; same && rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var mine = new RaceReporter.Part(me.actor(), lane, access.pc);
            same = report.storeTheSame(me.warp(), access.base, mine, first);
        }
        return same;
    }

    /// The lanes whose compare-and-swap succeeds.
    int succeeding() {
        int succeeding = 0;
        for (int rest = access.active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var mine = new RaceReporter.Part(me.actor(), lane, access.pc);
            boolean there = access.locate(lane) >= 0;
            boolean succeeds =
                    there && report.succeeds(me.warp(), access.base, mine, access.addresses[lane]);
            succeeding |= (succeeds ? 1 : 0) << lane;
        }
        return succeeding;
    }

    /// Reports a race between the access and the one that a cell holds, if they race.
    void look(int other, int lane) {
        int before = AccessTable.number(other);
        if (before <= access.ordered) {
            return;
        }
        boolean simultaneous = isSimultaneous(other, lane);
        if (!simultaneous && (isBefore(other, lane) || areStrong(other))) {
            return;
        }
        var mine = new RaceReporter.Part(me.actor(), lane, access.pc);
        var theirs =
                new RaceReporter.Part(
                        table.actor(before), AccessTable.lane(other), table.counter(before));
        var encounter = new RaceReporter.Encounter(mine, theirs, access.addresses[lane]);
        if (!simultaneous) {
            report.race(me.warp(), access.base, encounter);
        } else if (!report.storeTheSame(me.warp(), access.base, mine, theirs.lane())) {
            report.report(me.warp(), encounter);
        }
    }

    /// Reports that a bulk copy reads what a cell's write has written without a fence between the
    /// proxies.
    void reportUnfenced(int write, int lane) {
        int before = AccessTable.number(write);
        report.unfenced(
                me.warp(),
                new RaceReporter.Encounter(
                        new RaceReporter.Part(me.actor(), lane, access.pc),
                        new RaceReporter.Part(
                                table.actor(before),
                                AccessTable.lane(write),
                                table.counter(before)),
                        access.addresses[lane]));
    }

    /// Reports that an access of a lane conflicts with a copy that is pending.
    void reportPending(int pc, int lane, long address, PendingCopies.Conflict conflict) {
        var copy = conflict.issuer();
        report.pending(
                me.warp(),
                new RaceReporter.Encounter(
                        new RaceReporter.Part(me.actor(), lane, pc),
                        new RaceReporter.Part(copy.actor(), copy.lane(), conflict.pc()),
                        address));
    }

    /// Whether another lane writes the same bytes by the same instruction.
    private boolean isSimultaneous(int other, int lane) {
        int by = AccessTable.lane(other);
        return AccessTable.number(other) == access.number
                && by < lane
                && (access.active >>> by & 1) != 0
                && (access.form & AccessAttributes.STRONG) == 0
                && access.addresses[by] == access.addresses[lane];
    }

    /// Whether the access that a cell holds happens before the access of a lane.
    boolean isBefore(int other, int lane) {
        int before = AccessTable.number(other);
        if (before <= access.ordered) {
            return true;
        }
        if (me.cta.isForeign(before)) {
            return false;
        }
        int actor = table.actor(before);
        int by = AccessTable.lane(other);
        boolean isOwn = actor == me.actor();
        if (isOwn && (isLockstep || by == lane || before <= me.joined)) {
            return true;
        }
        if (isOwn && !access.isShared() && areTogether(before, by, lane)) {
            return true;
        }
        return me.mayKnow(before, actor) && isKnown(lane, other, actor);
    }

    /// Whether the groups of two accesses of the warp contain both lanes.
    private boolean areTogether(int before, int by, int lane) {
        return (table.mask(before) >>> lane & 1) != 0 && (access.mask >>> by & 1) != 0;
    }

    private boolean isKnown(int lane, int other, int actor) {
        int before = AccessTable.number(other);
        int cta = actor / me.cta.warps.size();
        return (cta == me.cta.number && before <= me.cta.barrier)
                || (before <= me.cta.clusterBarrier && me.cta.isOfCluster(cta))
                || order.isKnown(
                        me,
                        lane,
                        new SyncObject.Access(before, cta, actor, AccessTable.lane(other)));
    }

    /// Whether both accesses are strong and each is in the scope of the other.
    private boolean areStrong(int other) {
        int theirs = forms.of(table.counter(AccessTable.number(other)));
        int both = access.form & theirs;
        int cta = table.actor(AccessTable.number(other)) / me.cta.warps.size();
        boolean completes = ((access.form | theirs) & AccessAttributes.COMPLETES) != 0;
        return ((both & AccessAttributes.STRONG) != 0
                        && (cta == me.cta.number
                                || completes
                                || (both & AccessAttributes.WIDE) != 0))
                || (isLockstep && isLoadBesideAtomic(access.form, theirs));
    }

    /// Whether one is a load and the other one an atomic. PTX without strong loads has no other
    /// atomic load.
    private static boolean isLoadBesideAtomic(int mine, int theirs) {
        return ((mine | theirs) & AccessAttributes.ATOMIC) != 0
                && (mine == AccessAttributes.READS || theirs == AccessAttributes.READS);
    }
}
