package org.offloadtck.checks.happensbefore;

import java.util.HashMap;
import java.util.Map;

/// The vector clock of a thread: for each [SyncObject] how many of its releases the thread has
/// acquired.
///
/// A launch has few sync objects, so that this stays small; a component for each thread would not.
final class VectorClock {

    private final Map<SyncObject, Integer> known = new HashMap<>();

    boolean isEmpty() {
        return known.isEmpty();
    }

    /// Sets the number of acquired releases, if it is greater than before.
    ///
    /// @return whether the clock changed
    boolean merge(SyncObject meeting, int releases) {
        int before = known.getOrDefault(meeting, 0);
        if (before >= releases) {
            return false;
        }
        known.put(meeting, releases);
        return true;
    }

    void merge(VectorClock other) {
        if (other != this) {
            other.known.forEach(this::merge);
        }
    }

    void clear() {
        known.clear();
    }

    /// Whether an access happens before what the thread does next.
    boolean covers(SyncObject.Access access, int askedBy) {
        for (var entry : known.entrySet()) {
            if (entry.getKey().covers(entry.getValue(), access, askedBy)) {
                return true;
            }
        }
        return false;
    }
}
