package org.offloadtck.implementation.phase;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;

/// The phases of a compilation in the order they run.
public record PhaseListing(List<CompilationPhase> phases) {

    public PhaseListing {
        phases = List.copyOf(phases);
    }

    /// Reads what a driver printed. Lines that tell no phase, such as warnings, are passed over.
    public static PhaseListing parse(String printed) {
        return new PhaseListing(
                printed.lines().map(CompilationPhase::parse).flatMap(Optional::stream).toList());
    }

    /// The lines that clang prints.
    @Override
    public String toString() {
        return phases.stream().map(phase -> phase + "\n").collect(joining());
    }
}
