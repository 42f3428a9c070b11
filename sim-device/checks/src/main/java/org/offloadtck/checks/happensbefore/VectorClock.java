package org.offloadtck.checks.happensbefore;

import java.util.HashMap;
import java.util.Map;

/// How much of what was published at [SyncObject]s a thread has learnt of.
///
/// Threads of many CTAs meet at few places, so this stays small where clocks of all threads would
/// not.
final class VectorClock {

    private final Map<SyncObject, Integer> known = new HashMap<>();

    boolean isEmpty() {
        return known.isEmpty();
    }

    /// Takes note that a meeting was followed by so many releases.
    ///
    /// @return whether that is news
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

    /// Whether it says that an access was made before.
    boolean covers(SyncObject.Access access, int askedBy) {
        for (var entry : known.entrySet()) {
            if (entry.getKey().covers(entry.getValue(), access, askedBy)) {
                return true;
            }
        }
        return false;
    }
}
