package org.offloadtck.checks.happensbefore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.offloadtck.checks.happensbefore.Release.SyncScope;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// Releases of a sync object, of which those by the same threads are two at most.
final class ReleaseList {

    private final List<Release> releases = new ArrayList<>(0);

    /// Adds a release. The older of two by the same threads stands for all before it, so that a
    /// thread that acquired one of those counts as ordered after more than it is, never less. A
    /// release that adds nothing to the last one is not kept: a thread passes on its own earlier
    /// ones, too.
    void add(Release release) {
        int last = lastLike(release, releases.size());
        if (last >= 0 && releases.get(last).includes(release)) {
            return;
        }
        int before = lastLike(release, last);
        if (before >= 0) {
            releases.set(last, releases.get(last).at(releases.get(before).order()));
            releases.remove(before);
        }
        releases.add(release);
    }

    /// The index of the last release by the same threads before `end`, or -1.
    private int lastLike(Release release, int end) {
        int at = end - 1;
        while (at >= 0 && !releases.get(at).isOfSameThreads(release)) {
            at--;
        }
        return at;
    }

    int size() {
        return releases.size();
    }

    void clear() {
        releases.clear();
    }

    /// Whether one of the first `known` releases of the object covers an access.
    ///
    /// @param needed the least scope that includes the acquiring thread
    boolean covers(int known, SyncObject.Access access, SyncScope needed) {
        for (var release : releases) {
            if (release.covers(known, access, needed)) {
                return true;
            }
        }
        return false;
    }

    void forEach(Consumer<Release> receiver) {
        releases.forEach(receiver);
    }

    void renumber(AccessRenumbering by) {
        releases.replaceAll(release -> release.renumbered(by));
    }
}
