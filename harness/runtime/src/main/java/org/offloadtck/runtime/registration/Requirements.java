package org.offloadtck.runtime.registration;

import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// What `#pragma omp requires` of all registered libraries demands; every library has to demand the
/// same of what changes the meaning of a program.
///
/// @param bits 0 while nothing was said
/// @see "LLVM 22, offload/include/Shared/Requirements.h"
public record Requirements(long bits) {

    public static final Requirements UNDEFINED = new Requirements(0);

    /// `reverse_offload`, `unified_address` and `unified_shared_memory`.
    private static final long CONSISTENT = 0x2 | 0x4 | 0x8;

    /// What a unit without `requires` says.
    private static final long NONE = 0x1;

    private static final long UNIFIED_SHARED_MEMORY = 0x8;

    /// These requirements and `more`, said at host address `at`.
    ///
    /// @throws OffloadException if they contradict each other
    public Requirements and(long more, long at) {
        if (bits != 0 && (bits & CONSISTENT) != (more & CONSISTENT)) {
            throw new OffloadException(
                    "__tgt_register_lib",
                    at,
                    RuntimeRule.REQUIRES,
                    "requires flags are 0x%x when those before were 0x%x".formatted(more, bits));
        }
        return new Requirements(bits | more);
    }

    /// These requirements, after a constructor has said `flags` to a runtime of `edition` that
    /// takes requirements from entries alone.
    ///
    /// @throws OffloadException if something is demanded: the runtime would go on without it
    /// @see "LLVM 19, offload/src/interface.cpp, __tgt_register_requires: 'Old OpenMP requirements
    ///   will not be handled'"
    public Requirements unheard(long flags, String edition) {
        if ((flags & ~NONE) != 0) {
            throw new OffloadException(
                    "__tgt_register_requires",
                    0,
                    RuntimeRule.REQUIRES,
                    "a constructor demands 0x%x when %s takes requirements from entries"
                            .formatted(flags, edition));
        }
        return this;
    }

    public boolean unifiedSharedMemory() {
        return (bits & UNIFIED_SHARED_MEMORY) != 0;
    }
}
