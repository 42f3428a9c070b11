package org.offloadtck.checks.happensbefore;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// The releases of a sync object by the threads of one CTA.
///
/// Few releases are in a list; more are indexed by warp and lane, for each thread of a CTA may
/// release at each access of the object, as at an `mbarrier`, and each access that another thread
/// orders searches them.
final class CtaReleases {

    /// No releases, and never any.
    static final CtaReleases NONE = new CtaReleases();

    /// Releases up to which they are in a list.
    private static final int MOST_LISTED = 8;

    private final ReleaseList listed = new ReleaseList();

    /// All releases, by warp; empty while they are in the list.
    private final Map<Integer, WarpReleases> indexed = new LinkedHashMap<>(0);

    /// The warp that was searched last, and its releases: the lanes of an access often search for
    /// the accesses of one warp.
    private int lastWarp = -1;

    private WarpReleases ofLastWarp = WarpReleases.EMPTY;

    /// The largest [Release#barrier] of all releases.
    private int barrier;

    /// The last access that a release covers.
    private int newest;

    void add(Release release) {
        barrier = Math.max(barrier, release.barrier());
        newest = Math.max(newest, Math.max(release.number(), Math.max(release.joined(), barrier)));
        if (!indexed.isEmpty()) {
            index(release);
            return;
        }
        listed.add(release);
        if (listed.size() > MOST_LISTED) {
            listed.forEach(this::index);
            listed.clear();
        }
    }

    private void index(Release release) {
        lastWarp = release.actor();
        ofLastWarp = indexed.computeIfAbsent(lastWarp, _ -> new WarpReleases());
        ofLastWarp.add(release);
    }

    /// Whether one of the first `known` releases covers an access of the CTA.
    ///
    /// @param needed the least scope that includes the acquiring thread
    boolean covers(int known, SyncObject.Access access, SyncScope needed) {
        if (access.number() > newest) {
            return false;
        }
        if (indexed.isEmpty()) {
            return listed.covers(known, access, needed);
        }
        if (access.actor() != lastWarp) {
            lastWarp = access.actor();
            ofLastWarp = indexed.getOrDefault(lastWarp, WarpReleases.EMPTY);
        }
        return ofLastWarp.covers(known, access, needed)
                || (access.number() <= barrier
                        && indexed.values().stream()
                                .anyMatch(each -> each.coversByAny(known, access, needed)));
    }

    void forEach(Consumer<Release> receiver) {
        listed.forEach(receiver);
        indexed.values().forEach(ofWarp -> ofWarp.forEach(receiver));
    }

    void renumber(AccessRenumbering by) {
        barrier = by.of(barrier);
        newest = by.of(newest);
        listed.renumber(by);
        indexed.values().forEach(ofWarp -> ofWarp.renumber(by));
    }
}
