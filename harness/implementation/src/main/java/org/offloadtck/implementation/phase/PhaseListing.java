package org.offloadtck.implementation.phase;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;

/// The phases of a compilation, in execution order.
///
/// Requirement: CP-12.
public record PhaseListing(List<CompilationPhase> phases) {

    public PhaseListing {
        phases = List.copyOf(phases);
    }

    /// Parses the output of a driver. Lines that are no phases, such as warnings, are skipped.
    public static PhaseListing parse(String printed) {
        return new PhaseListing(
                printed.lines().map(CompilationPhase::parse).flatMap(Optional::stream).toList());
    }

    /// The lines as clang prints them.
    @Override
    public String toString() {
        return phases.stream().map(phase -> phase + "\n").collect(joining());
    }
}
