package org.offloadtck.engine.schedule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.launch.InvalidHeapAccess;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;

/// Adds up the counters and concatenates the output of CTAs.
final class ResultAccumulator {

    private final RunningCounters counts = new RunningCounters();
    private final StringBuilder output = new StringBuilder();

    /// The first of each instruction.
    private final Map<CodeLocation, InvalidHeapAccess> heapAccesses = new LinkedHashMap<>();

    void add(LaunchOutcome outcome) {
        counts.add(outcome.counters());
        output.append(outcome.output());
        outcome.heapAccesses()
                .forEach(access -> heapAccesses.putIfAbsent(access.location(), access));
    }

    LaunchOutcome sum() {
        return new LaunchOutcome(
                counts.snapshot(), output.toString(), List.copyOf(heapAccesses.values()));
    }

    void clear() {
        counts.clear();
        output.setLength(0);
        heapAccesses.clear();
    }
}
