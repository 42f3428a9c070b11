package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.engine.memory.AddressSpace;

/// The synchronisation of a launch other than the barriers of all threads of a CTA (PTX ISA §8.7,
/// §8.8).
///
/// An atomic or strong store releases what the last fence of its thread made visible, or everything
/// if it has release semantics. An atomic or strong load acquires what was released at its address.
/// So does the last fence of each other thread before a barrier of the CTA, since one thread often
/// counts the CTA after all have written, executed a fence and reached the barrier.
///
/// The memory model also requires a fence after the acquiring load; this class does not, since code
/// that takes the last value of a counter and continues without a fence is common and works.
public final class HappensBefore {

    /// Addresses with a sync object of their own. Later addresses share one object, so that a
    /// kernel with more of them may count as ordered where it is not.
    private static final int MOST_PLACES = 1 << 12;

    private final AccessTable table;
    private final Map<Long, SyncObject> places = new HashMap<>();
    private final SyncObject beyond = SyncObject.ofLaunch(0);

    /// `beyond` and the objects of `places`, by number.
    private final List<SyncObject> objects = new ArrayList<>(List.of(beyond));

    private boolean hasFences;

    /// Number of another CTA whose shared memory is accessed, or -1.
    private int remote = -1;

    public HappensBefore(AccessTable table) {
        this.table = table;
    }

    /// Takes addresses of shared memory as those of another CTA of the cluster.
    ///
    /// @param cta its number in the grid
    public void useShared(int cta) {
        remote = cta;
    }

    public void useOwnShared() {
        remote = -1;
    }

    public void fence(WarpClocks warp, int lanes, int form) {
        hasFences = true;
        warp.fence(lanes, reach(form), table.last());
    }

    private static SyncScope reach(int form) {
        return (form & AccessAttributes.WIDE) != 0 ? SyncScope.DEVICE : SyncScope.CTA;
    }

    /// Whether a strong access can synchronise.
    public boolean concerns(int form) {
        return hasFences || (form & AccessAttributes.RELEASES) != 0 || !places.isEmpty();
    }

    /// A thread makes a strong access: it acquires, releases, or both.
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
                meeting = SyncObject.ofLaunch(objects.size());
                places.put(key, meeting);
                objects.add(meeting);
            }
            meeting.release(warp.cta.number, release, warp.clocks(lane));
            if (reach == SyncScope.DEVICE) {
                releaseOthers(warp, lane, release, meeting);
            }
        }
    }

    /// A release to the device is cumulative: it includes what the thread has acquired from other
    /// threads of its CTA, by a barrier or collective instruction of some threads, or by fences
    /// before a barrier of all.
    private static void releaseOthers(
            WarpClocks warp, int lane, Release release, SyncObject meeting) {
        for (var clock : warp.clocks(lane)) {
            clock.forEachRelease(
                    warp.cta.number,
                    other ->
                            meeting.release(
                                    warp.cta.number, other.to(SyncScope.DEVICE), List.of()));
        }
        if (release.barrier() < warp.cta.barrier) {
            for (var fence : warp.cta.fencesBeforeBarrier) {
                meeting.release(warp.cta.number, fence, List.of());
            }
        }
    }

    /// The key of an address; every CTA has its own shared memory.
    private long key(WarpClocks warp, long address) {
        int cta = remote < 0 ? warp.cta.number : remote;
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? address - AddressSpace.SHARED | (long) cta << Integer.SIZE | Long.MIN_VALUE
                : address;
    }

    /// Threads release at a barrier that not all threads of the CTA take part in.
    public static void arrive(WarpClocks warp, Release release, int barrier) {
        int first = Integer.numberOfTrailingZeros(release.lanes());
        barrier(warp, barrier).release(warp.cta.number, release, warp.clocks(first));
    }

    /// Threads that waited at the barrier acquire.
    public static void leave(WarpClocks warp, int lanes, int barrier) {
        for (int rest = warp.standIns(lanes); rest != 0; rest &= rest - 1) {
            barrier(warp, barrier).acquire(warp.ownClock(Integer.numberOfTrailingZeros(rest)));
        }
    }

    private static SyncObject barrier(WarpClocks warp, int barrier) {
        return warp.cta.barriers.computeIfAbsent(barrier, _ -> SyncObject.ofCta());
    }

    /// Some threads of a warp complete a collective instruction.
    public void join(WarpClocks warp, int lanes) {
        var meeting = warp.collectives.computeIfAbsent(lanes, _ -> SyncObject.ofCta());
        var clocks = new LinkedHashSet<VectorClock>();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            clocks.addAll(warp.clocks(Integer.numberOfTrailingZeros(rest)));
        }
        var release = warp.all(lanes, SyncScope.CTA, table.last());
        meeting.release(warp.cta.number, release, List.copyOf(clocks));
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            meeting.acquire(warp.ownClock(Integer.numberOfTrailingZeros(rest)));
        }
        warp.since = table.last();
    }

    /// Whether an access happens before what a thread does next.
    public boolean isKnown(WarpClocks warp, int lane, SyncObject.Access access) {
        if (!warp.cta.hasAcquired) {
            return false;
        }
        List<VectorClock> all = warp.clocks(lane);
        for (var knowledge : all) {
            if (knowledge.covers(objects, access, warp.cta.number)) {
                return true;
            }
        }
        return false;
    }

    public void renumber(AccessRenumbering by) {
        objects.forEach(object -> object.renumber(by));
    }
}
