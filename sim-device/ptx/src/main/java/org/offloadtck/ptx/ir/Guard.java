package org.offloadtck.ptx.ir;

/// The guard predicate of an instruction, which selects the lanes that execute it (PTX ISA §9.3).
public sealed interface Guard {

    /// No guard: all active lanes.
    enum Always implements Guard {
        ALWAYS
    }

    /// `@p`
    record When(Register predicate) implements Guard {}

    /// `@!p`
    record Unless(Register predicate) implements Guard {}
}
