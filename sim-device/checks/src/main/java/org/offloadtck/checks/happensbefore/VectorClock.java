package org.offloadtck.checks.happensbefore;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The vector clock of a thread: for each [SyncObject] how many of its releases the thread has
/// acquired.
///
/// It has a component for each sync object, not for each thread: a launch has fewer of them.
final class VectorClock {

    private static final int[] NONE = new int[0];

    /// The acquired releases of sync objects of the launch, in the order of their numbers from
    /// [#first] on. A kernel may have thousands of them, and merges nearly all at each atomic.
    private int[] ofLaunch = NONE;

    /// Number of the first sync object in [#ofLaunch].
    private int first;

    /// The acquired releases of sync objects of a CTA.
    private final Map<SyncObject, Integer> ofCtas = new LinkedHashMap<>();

    /// Sets the number of acquired releases, if it is greater than before.
    ///
    /// @return whether the clock changed
    boolean merge(SyncObject object, int releases) {
        if (object.isOfCta()) {
            int before = ofCtas.getOrDefault(object, 0);
            if (before < releases) {
                ofCtas.put(object, releases);
            }
            return before < releases;
        }
        reserve(object.number(), object.number() + 1);
        int place = object.number() - first;
        int before = ofLaunch[place];
        ofLaunch[place] = Math.max(before, releases);
        return before < releases;
    }

    /// Merges another clock into this one. The other forgets the sync objects of CTAs that ended.
    void merge(VectorClock other) {
        if (other == this) {
            return;
        }
        if (other.ofLaunch.length > 0) {
            mergeOfLaunch(other);
        }
        if (!other.ofCtas.isEmpty()) {
            other.ofCtas.keySet().removeIf(SyncObject::isOver);
            other.ofCtas.forEach(this::merge);
        }
    }

    private void mergeOfLaunch(VectorClock other) {
        int[] theirs = other.ofLaunch;
        reserve(other.first, other.first + theirs.length);
        int[] mine = ofLaunch;
        int distance = other.first - first;
        for (int i = 0; i < theirs.length; i++) {
            mine[i + distance] = Math.max(mine[i + distance], theirs[i]);
        }
    }

    /// Makes room for the sync objects with the numbers from `from` to `to`, excluded.
    private void reserve(int from, int to) {
        int end = first + ofLaunch.length;
        if (ofLaunch.length == 0) {
            first = from;
            ofLaunch = new int[to - from];
        } else if (from < first || to > end) {
            int start = Math.min(from, first);
            int[] larger = new int[Math.max(to, end) - start];
            System.arraycopy(ofLaunch, 0, larger, first - start, ofLaunch.length);
            first = start;
            ofLaunch = larger;
        }
    }

    void clear() {
        ofLaunch = NONE;
        ofCtas.clear();
    }

    /// Passes each acquired release of a CTA's sync object by a thread of `cta` to the receiver.
    void forEachRelease(int cta, Consumer<Release> receiver) {
        ofCtas.forEach((object, known) -> object.forEachRelease(cta, known, receiver));
    }

    /// Whether an access happens before what the thread does next.
    ///
    /// @param objects the sync objects of the launch, by number
    boolean covers(List<SyncObject> objects, SyncObject.Access access, int askedBy) {
        for (int i = 0; i < ofLaunch.length; i++) {
            if (ofLaunch[i] > 0 && objects.get(first + i).covers(ofLaunch[i], access, askedBy)) {
                return true;
            }
        }
        for (var entry : ofCtas.entrySet()) {
            if (entry.getKey().covers(entry.getValue(), access, askedBy)) {
                return true;
            }
        }
        return false;
    }
}
