package org.offloadtck.checks.happensbefore;

import java.util.Arrays;
import java.util.function.Consumer;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.engine.code.Code;

/// The releases of a sync object by the threads of one warp, of which each set of threads has two
/// at most ([ReleaseList]).
final class WarpReleases {

    /// Stands for no release: no thread has acquired it.
    private static final Release NONE =
            new Release(0, 0, 0, 0, 0, SyncScope.CTA, Integer.MAX_VALUE);

    /// The releases of a warp that has not released, and never does.
    static final WarpReleases EMPTY = new WarpReleases();

    /// The last release of each lane alone, and the one before.
    private final Release[] last = filled();

    private final Release[] before = filled();

    /// Releases by several lanes.
    private final ReleaseList ofSeveral = new ReleaseList();

    /// The largest [Release#joined] of all releases.
    private int joined;

    private static boolean isNone(Release release) {
        return release.order() == Integer.MAX_VALUE;
    }

    private static Release[] filled() {
        var releases = new Release[Code.LANES];
        Arrays.fill(releases, NONE);
        return releases;
    }

    void add(Release release) {
        joined = Math.max(joined, release.joined());
        if (Integer.bitCount(release.lanes()) == 1) {
            int lane = Integer.numberOfTrailingZeros(release.lanes());
            addOfLane(release, lane);
        } else {
            ofSeveral.add(release);
        }
    }

    private void addOfLane(Release release, int lane) {
        var newest = last[lane];
        if (isNone(newest)) {
            last[lane] = release;
        } else if (!newest.includes(release)) {
            before[lane] = isNone(before[lane]) ? newest : newest.at(before[lane].order());
            last[lane] = release;
        }
    }

    /// Whether one of the first `known` releases covers an access of the warp, apart from accesses
    /// that it covers only by [Release#barrier].
    boolean covers(int known, SyncObject.Access access, SyncScope needed) {
        int lane = access.lane();
        return last[lane].covers(known, access, needed)
                || before[lane].covers(known, access, needed)
                || ofSeveral.covers(known, access, needed)
                || (access.number() <= joined && coversByAny(known, access, needed));
    }

    /// Whether one of the first `known` releases covers an access of the CTA.
    boolean coversByAny(int known, SyncObject.Access access, SyncScope needed) {
        for (int lane = 0; lane < Code.LANES; lane++) {
            if (last[lane].covers(known, access, needed)
                    || before[lane].covers(known, access, needed)) {
                return true;
            }
        }
        return ofSeveral.covers(known, access, needed);
    }

    void forEach(Consumer<Release> receiver) {
        for (int lane = 0; lane < Code.LANES; lane++) {
            if (!isNone(before[lane])) {
                receiver.accept(before[lane]);
            }
            if (!isNone(last[lane])) {
                receiver.accept(last[lane]);
            }
        }
        ofSeveral.forEach(receiver);
    }

    void renumber(AccessRenumbering by) {
        joined = by.of(joined);
        renumber(last, by);
        renumber(before, by);
        ofSeveral.renumber(by);
    }

    private static void renumber(Release[] releases, AccessRenumbering by) {
        Arrays.setAll(
                releases, lane -> isNone(releases[lane]) ? NONE : releases[lane].renumbered(by));
    }
}
