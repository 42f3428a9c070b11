package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// The releases of a sync object by the threads of one CTA.
///
/// Of the releases of the same threads the last two are kept ([#add]). Few releases are in a list;
/// more are indexed by warp and lane, for each thread of a CTA may release at each access of the
/// object, as at an `mbarrier`, and each access that another thread orders searches them.
final class CtaReleases {

    /// No releases, and never any.
    static final CtaReleases NONE = new CtaReleases();

    /// Releases up to which they are in a list.
    private static final int MOST_LISTED = 8;

    private final List<Release> listed = new ArrayList<>(1);

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

    /// Adds a release. The older of two by the same threads stands for all before it, so that a
    /// thread that acquired one of those counts as ordered after more than it is, never less. A
    /// release that adds nothing to the last one is not kept: a thread passes on its own earlier
    /// ones, too.
    void add(Release release) {
        barrier = Math.max(barrier, release.barrier());
        newest = Math.max(newest, Math.max(release.number(), Math.max(release.joined(), barrier)));
        if (!indexed.isEmpty()) {
            index(release);
            return;
        }
        int last = lastLike(release, listed.size());
        if (last < 0 || !listed.get(last).includes(release)) {
            int before = lastLike(release, last);
            if (before >= 0) {
                listed.set(last, listed.get(last).at(listed.get(before).order()));
                listed.remove(before);
            }
            listed.add(release);
        }
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

    /// The index of the last listed release by the same threads before `end`, or -1.
    private int lastLike(Release release, int end) {
        int at = end - 1;
        while (at >= 0 && !listed.get(at).isOfSameThreads(release)) {
            at--;
        }
        return at;
    }

    /// Whether one of the first `known` releases covers an access of the CTA.
    ///
    /// @param needed the least scope that includes the acquiring thread
    boolean covers(int known, SyncObject.Access access, SyncScope needed) {
        if (access.number() > newest) {
            return false;
        }
        if (indexed.isEmpty()) {
            return covers(listed, known, access, needed);
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

    static boolean covers(
            List<Release> releases, int known, SyncObject.Access access, SyncScope needed) {
        for (var release : releases) {
            if (release.covers(known, access, needed)) {
                return true;
            }
        }
        return false;
    }

    void forEach(Consumer<Release> receiver) {
        listed.forEach(receiver);
        indexed.values().forEach(ofWarp -> ofWarp.forEach(receiver));
    }

    void renumber(AccessRenumbering by) {
        barrier = by.of(barrier);
        newest = by.of(newest);
        listed.replaceAll(release -> release.renumbered(by));
        indexed.values().forEach(ofWarp -> ofWarp.renumber(by));
    }
}
