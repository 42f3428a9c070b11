package org.offloadtck.engine.schedule;

import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;

/// Adds up the counters and concatenates the output of CTAs.
final class ResultAccumulator {

    private final RunningCounters counts = new RunningCounters();
    private final StringBuilder output = new StringBuilder();

    void add(LaunchOutcome outcome) {
        counts.add(outcome.counters());
        output.append(outcome.output());
    }

    LaunchOutcome sum() {
        return new LaunchOutcome(counts.snapshot(), output.toString());
    }

    void clear() {
        counts.clear();
        output.setLength(0);
    }
}
