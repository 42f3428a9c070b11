package org.offloadtck.engine.semantics;

/// How a result that is not representable is rounded (PTX ISA §9.7.3).
public enum RoundingMode {
    /// `.rn`, to nearest, ties to even.
    NEAREST,
    /// `.rz`
    ZERO,
    /// `.rm`
    DOWN,
    /// `.rp`
    UP
}
