package org.offloadtck.simt.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.check.Release.Reach;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;

/// What is in order within a warp, and what its threads published and learnt.
final class WarpOrder {

    final CtaOrder cta;
    final RaceWatch races;
    private final int index;

    /// Lanes of it that met without the others.
    final Map<Integer, Meeting> meetings = new HashMap<>();

    /// Numbers up to this are not given to its accesses again.
    int since;

    /// Up to which number accesses of all its threads were made before they last met.
    int joined;

    private final int[] fences = new int[2 * Code.LANES];
    private final int[] fencesJoined = new int[2 * Code.LANES];
    private final int[] fencesBarrier = new int[2 * Code.LANES];
    private boolean hasFences;
    private final Knowledge shared = new Knowledge();
    private final List<Knowledge> own = new ArrayList<>();

    WarpOrder(CtaOrder cta, int index, RaceGround ground) {
        this.cta = cta;
        this.index = index;
        this.races = new RaceWatch(this, ground);
    }

    Warp warp() {
        return cta.cta.warps().get(index);
    }

    /// Its number in the grid.
    int actor() {
        return cta.number * cta.warps.size() + index;
    }

    void begin(int start) {
        since = start;
        joined = start;
        hasFences = false;
        Arrays.fill(fences, 0);
        shared.clear();
        meetings.clear();
        own.clear();
    }

    /// All its threads have met.
    void join(int last) {
        since = last;
        joined = last;
        if (cta.isTaught) {
            tell(shared);
        }
    }

    /// Tells what its threads know.
    void tell(Knowledge learner) {
        learner.learn(shared);
        own.forEach(learner::learn);
    }

    /// The threads of `lanes` have made all they did so far visible, to their CTA or the device.
    void fence(int lanes, Reach reach, int last) {
        since = last;
        hasFences = true;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            set(lane, last);
            if (reach == Reach.DEVICE) {
                set(lane + Code.LANES, last);
            }
        }
    }

    private void set(int at, int last) {
        fences[at] = last;
        fencesJoined[at] = joined;
        fencesBarrier[at] = cta.barrier;
    }

    boolean hasFences() {
        return hasFences;
    }

    /// What a thread's last fence made visible; of number 0 when there was none.
    Release fenced(int lane, Reach reach) {
        int at = reach == Reach.DEVICE ? lane + Code.LANES : lane;
        return new Release(
                actor(), 1 << lane, fences[at], fencesJoined[at], fencesBarrier[at], reach, 0);
    }

    /// All that threads did so far.
    Release all(int lanes, Reach reach, int last) {
        return new Release(actor(), lanes, last, joined, cta.barrier, reach, 0);
    }

    /// What a thread knows, to add to.
    Knowledge own(int lane) {
        cta.isTaught = true;
        while (own.size() <= lane) {
            own.add(new Knowledge());
        }
        return own.get(lane);
    }

    /// All that a thread knows.
    List<Knowledge> knowledge(int lane) {
        return lane < own.size()
                ? List.of(own.get(lane), shared, cta.knowledge)
                : List.of(shared, cta.knowledge);
    }

    void renumber(Renumbering by) {
        since = by.of(since);
        joined = by.of(joined);
        meetings.values().forEach(meeting -> meeting.renumber(by));
        for (int i = 0; i < fences.length; i++) {
            fences[i] = by.of(fences[i]);
            fencesJoined[i] = by.of(fencesJoined[i]);
            fencesBarrier[i] = by.of(fencesBarrier[i]);
        }
    }
}
