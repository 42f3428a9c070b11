package org.offloadtck.implementation.program;

import java.util.Set;

/// A clause of the `requires` directive.
///
/// @see "LLVM 22, offload/include/omptarget.h, OpenMPOffloadingRequiresDirFlags"
public enum RequiresClause {
    REVERSE_OFFLOAD(0x2),
    UNIFIED_ADDRESS(0x4),
    UNIFIED_SHARED_MEMORY(0x8),
    DYNAMIC_ALLOCATORS(0x10);

    /// The flag of a translation unit without clauses (`OMP_REQ_NONE`).
    private static final long NONE = 0x1;

    private final long flag;

    RequiresClause(long flag) {
        this.flag = flag;
    }

    /// The flags that a translation unit with `clauses` passes to the runtime.
    ///
    /// @param handedOver the flags that the edition's compiler passes; other clauses concern only
    ///   the compiler
    public static long flags(Set<RequiresClause> clauses, long handedOver) {
        long flags = clauses.stream().mapToLong(clause -> clause.flag).reduce(0, (a, b) -> a | b);
        return (flags & handedOver) == 0 ? NONE : flags & handedOver;
    }

    /// Whether `flags` are those of a unit without clauses.
    public static boolean isNone(long flags) {
        return flags == NONE;
    }
}
