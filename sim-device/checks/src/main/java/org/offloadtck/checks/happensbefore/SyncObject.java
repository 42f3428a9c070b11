package org.offloadtck.checks.happensbefore;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// An object that threads synchronise through: a word with atomics or flags, a barrier that not all
/// threads of a CTA take part in, the lanes of a warp.
public final class SyncObject {

    private static final int OF_CTA = -1;

    private final int number;
    private final Map<Integer, CtaReleases> releases = new HashMap<>();

    /// The CTA that was searched last, and its releases.
    private int lastCta = -1;

    private CtaReleases ofLastCta = CtaReleases.NONE;

    private final VectorClock passed = new VectorClock();
    private int count;
    private boolean isOver;

    private SyncObject(int number) {
        this.number = number;
    }

    /// An object that threads of different CTAs may synchronise through.
    ///
    /// @param number in the launch
    static SyncObject ofLaunch(int number) {
        return new SyncObject(number);
    }

    /// An object that only threads of one CTA synchronise through. The scope of its releases is the
    /// CTA.
    static SyncObject ofCta() {
        return new SyncObject(OF_CTA);
    }

    boolean isOfCta() {
        return number == OF_CTA;
    }

    int number() {
        return number;
    }

    /// The CTA has ended: no thread acquires the releases of the object any more.
    void end() {
        isOver = true;
        releases.clear();
        lastCta = -1;
        passed.clear();
    }

    boolean isOver() {
        return isOver;
    }

    /// Adds a release. Of the releases of the same threads the last two are kept. The older stands
    /// for all before it, so that a thread that acquired one of those counts as ordered after more
    /// than it is, never less. A release that adds nothing to the last one is not kept: a thread
    /// passes on its own earlier ones, too.
    ///
    /// @param knowledge the clocks of the releasing thread
    void release(int cta, Release release, List<VectorClock> knowledge) {
        count++;
        ofLastCta = releases.computeIfAbsent(cta, _ -> new CtaReleases());
        lastCta = cta;
        ofLastCta.add(release.at(count));
        knowledge.forEach(passed::merge);
    }

    /// Whether any thread has released.
    boolean hasReleases() {
        return count > 0;
    }

    /// Merges all releases so far into a clock.
    ///
    /// @return whether the clock changed
    boolean acquire(VectorClock learner) {
        boolean news = learner.merge(this, count);
        if (news) {
            learner.merge(passed);
        }
        return news;
    }

    /// Passes those of the first `known` releases that are by threads of `cta` to the receiver.
    void forEachRelease(int cta, int known, Consumer<Release> receiver) {
        of(cta).forEach(release -> {
            if (release.order() <= known) {
                receiver.accept(release);
            }
        });
    }

    private CtaReleases of(int cta) {
        if (cta != lastCta) {
            lastCta = cta;
            ofLastCta = releases.getOrDefault(cta, CtaReleases.NONE);
        }
        return ofLastCta;
    }

    /// Whether one of the first `known` releases covers an access.
    ///
    /// @param askedBy the CTA of the acquiring thread
    boolean covers(int known, Access access, int askedBy) {
        var reach = askedBy == access.cta() ? Release.SyncScope.CTA : Release.SyncScope.DEVICE;
        return of(access.cta()).covers(known, access, reach);
    }

    void renumber(AccessRenumbering by) {
        releases.values().forEach(ofCta -> ofCta.renumber(by));
    }

    /// An access of a launch.
    ///
    /// @param cta number in the grid of its thread's CTA
    /// @param actor number in the grid of its warp
    public record Access(int number, int cta, int actor, int lane) {}
}
