package org.offloadtck.checks.happensbefore;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.engine.memory.AddressSpace;

/// What puts accesses of different threads in an order, besides the barrier of all threads of a CTA
/// (PTX ISA §8.7, §8.8).
///
/// An atomic or another strong store publishes what its thread's last fence made visible, or all
/// that it did when it is a release; an atomic or another strong load learns what was published at
/// its address. The fence that the memory model asks of who learns is not asked for here: code that
/// takes the last place of a counter and goes on is common and works.
public final class HappensBefore {

    /// Addresses that are told apart; those that come later are one, so that kernels with more are
    /// believed to be in order where they may not be.
    private static final int MOST_PLACES = 1 << 12;

    private final AccessTable table;
    private final Map<Long, SyncObject> places = new HashMap<>();
    private final SyncObject beyond = new SyncObject();
    private boolean hasFences;

    public HappensBefore(AccessTable table) {
        this.table = table;
    }

    public void fence(WarpClocks warp, int lanes, int form) {
        hasFences = true;
        warp.fence(lanes, reach(form), table.last());
    }

    private static SyncScope reach(int form) {
        return (form & AccessAttributes.WIDE) != 0 ? SyncScope.DEVICE : SyncScope.CTA;
    }

    /// Whether a strong access can have a part in putting threads in order.
    public boolean concerns(int form) {
        return hasFences || (form & AccessAttributes.RELEASES) != 0 || !places.isEmpty();
    }

    /// A thread makes a strong access.
    public void meet(WarpClocks warp, int lane, long address, int form) {
        long key = key(warp, address);
        var meeting = places.getOrDefault(key, beyond);
        if ((form & AccessAttributes.READS) != 0
                && meeting.hasReleases()
                && meeting.acquire(warp.ownClock(lane))) {
            warp.since = table.last();
        }
        if ((form & AccessAttributes.WRITES) == 0) {
            return;
        }
        var reach = reach(form);
        var release =
                (form & AccessAttributes.RELEASES) != 0
                        ? warp.all(1 << lane, reach, table.last())
                        : warp.fenced(lane, reach);
        if (release.number() > table.base()) {
            warp.since = table.last();
            if (meeting == beyond && places.size() < MOST_PLACES) {
                meeting = new SyncObject();
                places.put(key, meeting);
            }
            meeting.release(warp.cta.number, release, warp.clocks(lane));
        }
    }

    /// Shared memory is each CTA's own.
    private static long key(WarpClocks warp, long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? address | (long) warp.cta.number << Integer.SIZE | Long.MIN_VALUE
                : address;
    }

    /// Threads have come to a barrier that not all of the CTA did, having done what they publish.
    public static void arrive(WarpClocks warp, Release release, int barrier) {
        int first = Integer.numberOfTrailingZeros(release.lanes());
        barrier(warp, barrier).release(warp.cta.number, release, warp.clocks(first));
    }

    /// Threads that waited at it go on.
    public static void leave(WarpClocks warp, int lanes, int barrier) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            barrier(warp, barrier).acquire(warp.ownClock(Integer.numberOfTrailingZeros(rest)));
        }
    }

    private static SyncObject barrier(WarpClocks warp, int barrier) {
        return warp.cta.barriers.computeIfAbsent(barrier, _ -> new SyncObject());
    }

    /// Some threads of a warp have met.
    public void join(WarpClocks warp, int lanes) {
        var meeting = warp.collectives.computeIfAbsent(lanes, _ -> new SyncObject());
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var release = warp.all(1 << lane, SyncScope.CTA, table.last());
            meeting.release(warp.cta.number, release, warp.clocks(lane));
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            meeting.acquire(warp.ownClock(Integer.numberOfTrailingZeros(rest)));
        }
        warp.since = table.last();
    }

    /// Whether what a thread knows puts an access before what it does now.
    public static boolean isKnown(WarpClocks warp, int lane, SyncObject.Access access) {
        if (!warp.cta.hasAcquired) {
            return false;
        }
        List<VectorClock> all = warp.clocks(lane);
        for (var knowledge : all) {
            if (knowledge.covers(access, warp.cta.number)) {
                return true;
            }
        }
        return false;
    }

    public void renumber(AccessRenumbering by) {
        places.values().forEach(place -> place.renumber(by));
        beyond.renumber(by);
    }
}
