package org.offloadtck.emulation.graph;

import java.util.LinkedHashMap;
import java.util.Map;

/// The references to user objects that a graph or an executable graph owns.
public final class UserReferences {

    private final Map<UserObject, Long> counts = new LinkedHashMap<>();

    /// Adds new references to an object.
    public void retain(UserObject object, long count) {
        object.retainForGraph(count);
        counts.merge(object, count, Long::sum);
    }

    /// Takes over references that the program owns.
    public void move(UserObject object, long count) {
        object.move(count);
        counts.merge(object, count, Long::sum);
    }

    /// How many references to an object there are.
    public long count(UserObject object) {
        return counts.getOrDefault(object, 0L);
    }

    /// Releases references to an object, of which there must be as many.
    public void release(UserObject object, long count) {
        long left = count(object) - count;
        if (left == 0) {
            counts.remove(object);
        } else {
            counts.put(object, left);
        }
        object.drop(count);
    }

    /// Adds as many references as `other` has.
    void addAll(UserReferences other) {
        other.counts.forEach(this::retain);
    }

    /// Releases all references.
    void clear() {
        var all = new LinkedHashMap<>(counts);
        counts.clear();
        all.forEach(UserObject::drop);
    }
}
