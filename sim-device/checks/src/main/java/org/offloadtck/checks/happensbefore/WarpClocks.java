package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.Warp;

/// The vector clocks of a resident warp: what its threads have released and acquired.
public final class WarpClocks {

    public final CtaClocks cta;
    private final int index;
    private int actor;

    /// Sets of lanes that completed a collective instruction without the other lanes.
    final Map<Integer, SyncObject> collectives = new HashMap<>();

    /// Accesses up to this number are not merged with later ones of the warp: an event ordered
    /// them.
    public int since;

    /// The last access before all threads of the warp last synchronised.
    public int joined;

    private final int[] fences = new int[2 * Code.LANES];
    private final int[] fencesJoined = new int[2 * Code.LANES];
    private final int[] fencesBarrier = new int[2 * Code.LANES];
    private boolean hasFences;

    /// The last fence with the scope of the device: its threads, and the accesses it covers.
    private Optional<Release> lastFence = Optional.empty();

    private final VectorClock shared = new VectorClock();
    private final List<VectorClock> ownClock = new ArrayList<>();

    WarpClocks(CtaClocks cta, int index) {
        this.cta = cta;
        this.index = index;
    }

    public Warp warp() {
        return cta.cta.warps().get(index);
    }

    /// Whether an access of another warp may happen before what the warp does next.
    ///
    /// @param actor the other warp, by its number in the grid
    public boolean mayKnow(int access, int actor) {
        return cta.hasAcquired
                || (access <= Math.max(cta.barrier, cta.clusterBarrier)
                        && isOrdered(access, actor / cta.warps.size()));
    }

    private boolean isOrdered(int access, int by) {
        return (access <= cta.barrier && by == cta.number)
                || (access <= cta.clusterBarrier && cta.isOfCluster(by));
    }

    /// Number of the warp in the grid.
    public int actor() {
        return actor;
    }

    void begin(int start) {
        actor = cta.number * cta.warps.size() + index;
        since = start;
        joined = start;
        hasFences = false;
        lastFence = Optional.empty();
        Arrays.fill(fences, 0);
        shared.clear();
        collectives.values().forEach(SyncObject::end);
        collectives.clear();
        ownClock.clear();
    }

    /// All threads of the warp synchronise.
    public void join(int last) {
        since = last;
        joined = last;
        if (cta.hasAcquired) {
            mergeInto(shared);
        }
    }

    /// Merges what the threads of the warp have acquired into a clock.
    void mergeInto(VectorClock learner) {
        learner.merge(shared);
        ownClock.forEach(learner::merge);
    }

    /// The lanes that synchronise when some do: all of them, if they execute in lockstep.
    private int together(int lanes) {
        return cta.isLockstep ? -1 : lanes;
    }

    /// The lane that stands for another one: the first, if all execute in lockstep.
    private int standIn(int lane) {
        return cta.isLockstep ? 0 : lane;
    }

    /// The lanes of a set that have knowledge of their own.
    int standIns(int lanes) {
        return cta.isLockstep ? 1 : lanes;
    }

    /// The threads of `lanes` execute a fence: all their accesses so far become visible to the CTA
    /// or the device.
    void fence(int lanes, SyncScope reach, int last) {
        since = last;
        hasFences = true;
        for (int rest = standIns(lanes); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            set(lane, last);
            if (reach == SyncScope.DEVICE) {
                set(lane + Code.LANES, last);
            }
        }
        if (reach == SyncScope.DEVICE) {
            int others =
                    lastFence.filter(fence -> fence.number() == last).map(Release::lanes).orElse(0);
            lastFence = Optional.of(all(lanes | others, reach, last));
        }
    }

    private void set(int at, int last) {
        fences[at] = last;
        fencesJoined[at] = joined;
        fencesBarrier[at] = cta.barrier;
    }

    Optional<Release> lastFence() {
        return lastFence;
    }

    boolean hasFences() {
        return hasFences;
    }

    /// What the last fence of a thread made visible; with number 0 if it executed none.
    Release fenced(int lane, SyncScope reach) {
        int own = standIn(lane);
        int at = reach == SyncScope.DEVICE ? own + Code.LANES : own;
        return new Release(
                actor(),
                together(1 << lane),
                fences[at],
                fencesJoined[at],
                fencesBarrier[at],
                reach,
                0);
    }

    /// A release of all accesses of `lanes` so far.
    public Release all(int lanes, SyncScope reach, int last) {
        return new Release(actor(), together(lanes), last, joined, cta.barrier, reach, 0);
    }

    /// The clock of one thread, to merge into.
    VectorClock ownClock(int lane) {
        int own = standIn(lane);
        cta.hasAcquired = true;
        while (ownClock.size() <= own) {
            ownClock.add(new VectorClock());
        }
        return ownClock.get(own);
    }

    /// All clocks that apply to a thread.
    List<VectorClock> clocks(int lane) {
        int own = standIn(lane);
        return own < ownClock.size()
                ? List.of(ownClock.get(own), shared, cta.clock)
                : List.of(shared, cta.clock);
    }

    void renumber(AccessRenumbering by) {
        since = by.of(since);
        joined = by.of(joined);
        lastFence = lastFence.map(fence -> fence.renumbered(by));
        collectives.values().forEach(meeting -> meeting.renumber(by));
        for (int i = 0; i < fences.length; i++) {
            fences[i] = by.of(fences[i]);
            fencesJoined[i] = by.of(fencesJoined[i]);
            fencesBarrier[i] = by.of(fencesBarrier[i]);
        }
    }
}
