package org.offloadtck.object.profile.compilation;

/// How `#pragma omp requires` reaches the runtime.
public enum RequiresStyle {
    /// A constructor calls `__tgt_register_requires`.
    CONSTRUCTOR,
    /// An offload entry with flag 0x10 and no address carries the clauses.
    ENTRY
}
