package org.offloadtck.runtime.image;

import java.util.Arrays;
import java.util.Optional;

/// How a kernel divides its work among the threads of a team.
///
/// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPDeviceConstants.h, OMPTgtExecModeFlags"
public enum ExecutionMode {
    /// One thread runs the region and wakes workers for parallel regions; it sits in a warp of its
    /// own, which the launch adds.
    GENERIC(1),
    /// All threads run the region.
    SPMD(2),
    /// Written as generic, turned into SPMD by the optimiser; teams are still given whole
    /// iterations.
    GENERIC_SPMD(3);

    private final int code;

    ExecutionMode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    static Optional<ExecutionMode> of(int code) {
        return Arrays.stream(values()).filter(mode -> mode.code == code).findFirst();
    }
}
