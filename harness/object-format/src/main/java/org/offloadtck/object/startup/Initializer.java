package org.offloadtck.object.startup;

import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// A pointer to a function that a program runs at start or exit.
///
/// @param pointer where the pointer is
/// @param function where it points
public record Initializer(Phase phase, SectionOffset pointer, CodeValue function) {

    /// When the function runs.
    public enum Phase {
        START,
        EXIT
    }
}
