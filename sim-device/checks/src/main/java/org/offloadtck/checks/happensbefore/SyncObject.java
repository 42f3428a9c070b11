package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// Where threads publish and others learn of it: a word that atomics or flags are in, a barrier
/// that not all threads of a CTA come to, the lanes of a warp.
public final class SyncObject {

    private final Map<Integer, List<Release>> releases = new HashMap<>();
    private final VectorClock passed = new VectorClock();
    private int count;

    /// Takes in what threads publish. Of the releases of the same threads the last two are kept;
    /// the older stands for all before it, so that who learnt of one of those is believed to know
    /// more than it does, never less.
    ///
    /// @param knowledge what they know themselves
    void release(int cta, Release release, List<VectorClock> knowledge) {
        count++;
        var ofCta = releases.computeIfAbsent(cta, _ -> new ArrayList<>());
        int last = lastLike(release, ofCta, ofCta.size());
        int before = lastLike(release, ofCta, last);
        if (before >= 0) {
            ofCta.set(last, ofCta.get(last).at(ofCta.get(before).order()));
            ofCta.remove(before);
        }
        ofCta.add(release.at(count));
        knowledge.forEach(passed::merge);
    }

    /// Where the last release by the same threads is before `end`, or -1.
    private static int lastLike(Release release, List<Release> list, int end) {
        int at = end - 1;
        while (at >= 0
                && (list.get(at).actor() != release.actor()
                        || list.get(at).lanes() != release.lanes())) {
            at--;
        }
        return at;
    }

    /// Whether anything was published.
    boolean hasReleases() {
        return count > 0;
    }

    /// Tells all that was published so far.
    ///
    /// @return whether any of it is news
    boolean acquire(VectorClock learner) {
        boolean news = learner.merge(this, count);
        if (news) {
            learner.merge(passed);
        }
        return news;
    }

    /// Whether one of the first `known` releases covers an access by a thread of `cta`.
    ///
    /// @param askedBy the CTA of who asks
    boolean covers(int known, Access access, int askedBy) {
        var ofCta = releases.getOrDefault(access.cta(), List.of());
        for (var release : ofCta) {
            boolean reaches =
                    release.reach() == Release.SyncScope.DEVICE || askedBy == access.cta();
            if (reaches
                    && release.order() <= known
                    && release.covers(access.number(), access.actor(), access.lane())) {
                return true;
            }
        }
        return false;
    }

    void renumber(AccessRenumbering by) {
        releases.values().forEach(list -> list.replaceAll(release -> release.renumbered(by)));
    }

    /// An access of a launch.
    ///
    /// @param cta number in the grid of its thread's CTA
    /// @param actor number in the grid of its warp
    public record Access(int number, int cta, int actor, int lane) {}
}
