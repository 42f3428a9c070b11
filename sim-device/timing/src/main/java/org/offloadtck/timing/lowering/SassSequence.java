package org.offloadtck.timing.lowering;

import java.util.List;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.ExecutionUnit;

/// The instructions of a device that one of PTX becomes.
///
/// @param steps how many go to which unit, at most one step a unit; none where the assembler makes
///   the instruction disappear
/// @param latency cycles from the issue of the first to the use of the last one's result; of a
///   sequence with a memory access, without the time of the memory
/// @param basis of the counts and the latency, the weaker of the two
/// @param source where they are from
public record SassSequence(List<Step> steps, int latency, Basis basis, String source) {

    /// Instructions of a sequence that one unit executes.
    public record Step(ExecutionUnit unit, int count) {}

    public SassSequence {
        steps = List.copyOf(steps);
    }

    /// How many instructions are issued.
    public int instructions() {
        return steps.stream().mapToInt(Step::count).sum();
    }

    /// How many of them that unit executes.
    public int instructions(ExecutionUnit unit) {
        return steps.stream()
                .filter(step -> step.unit() == unit)
                .mapToInt(Step::count)
                .findFirst()
                .orElse(0);
    }
}
