package org.offloadtck.simt.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.check.Release.Reach;
import org.offloadtck.simt.memory.AddressSpace;

/// What puts accesses of different threads in an order, besides the barrier of all threads of a CTA
/// (PTX ISA §8.7, §8.8).
///
/// An atomic or another strong store publishes what its thread's last fence made visible, or all
/// that it did when it is a release; an atomic or another strong load learns what was published at
/// its address. The fence that the memory model asks of who learns is not asked for here: code that
/// takes the last place of a counter and goes on is common and works.
final class Synchronisation {

    /// Addresses that are told apart; those that come later are one, so that kernels with more are
    /// believed to be in order where they may not be.
    private static final int MOST_PLACES = 1 << 12;

    private final AccessTable table;
    private final Map<Long, Meeting> places = new HashMap<>();
    private final Meeting beyond = new Meeting();
    private boolean hasFences;

    Synchronisation(AccessTable table) {
        this.table = table;
    }

    void fence(WarpOrder warp, int lanes, int form) {
        hasFences = true;
        warp.fence(lanes, reach(form), table.last());
    }

    private static Reach reach(int form) {
        return (form & AccessForm.WIDE) != 0 ? Reach.DEVICE : Reach.CTA;
    }

    /// Whether a strong access can have a part in putting threads in order.
    boolean concerns(int form) {
        return hasFences || (form & AccessForm.RELEASES) != 0 || !places.isEmpty();
    }

    /// A thread makes a strong access.
    void meet(WarpOrder warp, int lane, long address, int form) {
        long key = key(warp, address);
        var meeting = places.getOrDefault(key, beyond);
        if ((form & AccessForm.READS) != 0 && meeting.isUsed() && meeting.teach(warp.own(lane))) {
            warp.since = table.last();
        }
        if ((form & AccessForm.WRITES) == 0) {
            return;
        }
        var reach = reach(form);
        var release =
                (form & AccessForm.RELEASES) != 0
                        ? warp.all(1 << lane, reach, table.last())
                        : warp.fenced(lane, reach);
        if (release.number() > table.base()) {
            warp.since = table.last();
            if (meeting == beyond && places.size() < MOST_PLACES) {
                meeting = new Meeting();
                places.put(key, meeting);
            }
            meeting.publish(warp.cta.number, release, warp.knowledge(lane));
        }
    }

    /// Shared memory is each CTA's own.
    private static long key(WarpOrder warp, long address) {
        return AddressSpace.window(address) == AddressSpace.SHARED
                ? address | (long) warp.cta.number << Integer.SIZE | Long.MIN_VALUE
                : address;
    }

    /// Threads have come to a barrier that not all of the CTA did, having done what they publish.
    static void arrive(WarpOrder warp, Release release, int barrier) {
        int first = Integer.numberOfTrailingZeros(release.lanes());
        barrier(warp, barrier).publish(warp.cta.number, release, warp.knowledge(first));
    }

    /// Threads that waited at it go on.
    static void leave(WarpOrder warp, int lanes, int barrier) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            barrier(warp, barrier).teach(warp.own(Integer.numberOfTrailingZeros(rest)));
        }
    }

    private static Meeting barrier(WarpOrder warp, int barrier) {
        return warp.cta.meetings.computeIfAbsent(barrier, _ -> new Meeting());
    }

    /// Some threads of a warp have met.
    void join(WarpOrder warp, int lanes) {
        var meeting = warp.meetings.computeIfAbsent(lanes, _ -> new Meeting());
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            var release = warp.all(1 << lane, Reach.CTA, table.last());
            meeting.publish(warp.cta.number, release, warp.knowledge(lane));
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            meeting.teach(warp.own(Integer.numberOfTrailingZeros(rest)));
        }
        warp.since = table.last();
    }

    /// Whether what a thread knows puts an access before what it does now.
    static boolean isKnown(WarpOrder warp, int lane, Meeting.Access access) {
        if (!warp.cta.isTaught) {
            return false;
        }
        List<Knowledge> all = warp.knowledge(lane);
        for (var knowledge : all) {
            if (knowledge.covers(access, warp.cta.number)) {
                return true;
            }
        }
        return false;
    }

    void renumber(Renumbering by) {
        places.values().forEach(place -> place.renumber(by));
        beyond.renumber(by);
    }
}
