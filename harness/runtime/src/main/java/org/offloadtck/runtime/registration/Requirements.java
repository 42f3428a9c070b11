package org.offloadtck.runtime.registration;

import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The `#pragma omp requires` clauses of all registered libraries. All libraries must agree on the
/// clauses that change the meaning of a program.
///
/// Requirement: RG-20.
///
/// @param bits 0 before the first clause
/// @see "LLVM 22, offload/include/Shared/Requirements.h"
public record Requirements(long bits) {

    public static final Requirements UNDEFINED = new Requirements(0);

    /// `reverse_offload`, `unified_address` and `unified_shared_memory`.
    private static final long CONSISTENT = 0x2 | 0x4 | 0x8;

    /// The flag of a unit without `requires`.
    private static final long NONE = 0x1;

    private static final long UNIFIED_SHARED_MEMORY = 0x8;

    /// These requirements and `more`, which the bytes at host address `at` state.
    ///
    /// @throws OffloadException if the two contradict each other
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

    /// These requirements after a constructor passed `flags` to a runtime of `edition`, which reads
    /// requirements from entries only.
    ///
    /// @throws OffloadException if `flags` demand a feature, because the runtime would ignore it
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
