package org.offloadtck.simt.check;

import java.util.HashMap;
import java.util.Map;

/// How much of what was published at [Meeting]s a thread has learnt of.
///
/// Threads of many CTAs meet at few places, so this stays small where clocks of all threads would
/// not.
final class Knowledge {

    private final Map<Meeting, Integer> known = new HashMap<>();

    boolean isEmpty() {
        return known.isEmpty();
    }

    /// Takes note that a meeting was followed by so many releases.
    ///
    /// @return whether that is news
    boolean learn(Meeting meeting, int releases) {
        int before = known.getOrDefault(meeting, 0);
        if (before >= releases) {
            return false;
        }
        known.put(meeting, releases);
        return true;
    }

    void learn(Knowledge other) {
        if (other != this) {
            other.known.forEach(this::learn);
        }
    }

    void clear() {
        known.clear();
    }

    /// Whether it says that an access was made before.
    boolean covers(Meeting.Access access, int askedBy) {
        for (var entry : known.entrySet()) {
            if (entry.getKey().covers(entry.getValue(), access, askedBy)) {
                return true;
            }
        }
        return false;
    }
}
