package org.offloadtck.engine.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.deviceruntime.DeviceCommand;
import org.offloadtck.engine.launch.DeviceRuntimeProblem;
import org.offloadtck.engine.launch.DeviceWork;
import org.offloadtck.engine.launch.InvalidHeapAccess;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;

/// Adds up the counters, and concatenates the output and the submitted work of CTAs.
final class ResultAccumulator {

    private final RunningCounters counts = new RunningCounters();
    private final StringBuilder output = new StringBuilder();

    /// The first of each instruction.
    private final Map<CodeLocation, InvalidHeapAccess> heapAccesses = new LinkedHashMap<>();

    private final List<DeviceCommand> commands = new ArrayList<>();

    /// The first of each instruction.
    private final Map<CodeLocation, DeviceRuntimeProblem> problems = new LinkedHashMap<>();

    void add(LaunchOutcome outcome) {
        counts.add(outcome.counters());
        output.append(outcome.output());
        outcome.heapAccesses()
                .forEach(access -> heapAccesses.putIfAbsent(access.location(), access));
        commands.addAll(outcome.work().commands());
        outcome.work()
                .problems()
                .forEach(problem -> problems.putIfAbsent(problem.location(), problem));
    }

    LaunchOutcome sum() {
        return new LaunchOutcome(
                counts.snapshot(),
                output.toString(),
                List.copyOf(heapAccesses.values()),
                new DeviceWork(commands, List.copyOf(problems.values())));
    }

    void clear() {
        counts.clear();
        output.setLength(0);
        heapAccesses.clear();
        commands.clear();
        problems.clear();
    }
}
