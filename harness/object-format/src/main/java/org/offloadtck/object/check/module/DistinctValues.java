package org.offloadtck.object.check.module;

import java.util.HashSet;
import java.util.Set;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedValue;

/// Records each value of a field once, at its first place, so that a module with many entries has
/// few values to compare.
final class DistinctValues {

    private final Observations observations;
    private final Set<Seen> seen = new HashSet<>();

    private record Seen(String field, String value) {}

    DistinctValues(Observations observations) {
        this.observations = observations;
    }

    void add(ObservedValue value) {
        if (seen.add(new Seen(value.field(), value.observed()))) {
            observations.add(value);
        }
    }
}
