package org.offloadtck.ptx.ir;

/// Which lanes carry an instruction out.
public sealed interface Guard {

    /// No predicate is written.
    enum Always implements Guard {
        ALWAYS
    }

    /// `@p`
    record When(Register predicate) implements Guard {}

    /// `@!p`
    record Unless(Register predicate) implements Guard {}
}
