package org.offloadtck.engine.schedule;

import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;

/// What CTAs did, added up in the order they are written down.
final class ResultAccumulator {

    private final RunningCounters counts = new RunningCounters();
    private final StringBuilder output = new StringBuilder();

    void add(LaunchOutcome did) {
        counts.add(did.counters());
        output.append(did.output());
    }

    LaunchOutcome sum() {
        return new LaunchOutcome(counts.snapshot(), output.toString());
    }

    void clear() {
        counts.clear();
        output.setLength(0);
    }
}
