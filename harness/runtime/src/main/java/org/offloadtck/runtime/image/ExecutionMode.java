package org.offloadtck.runtime.image;

import java.util.Arrays;
import java.util.Optional;

/// How a kernel divides its work among the threads of a team.
///
/// Requirement: KL-14.
///
/// @see "LLVM 16, llvm/include/llvm/Frontend/OpenMP/OMPDeviceConstants.h, OMPTgtExecModeFlags"
public enum ExecutionMode {
    /// One thread executes the region and wakes workers for parallel regions. It occupies a warp of
    /// its own, which the launch adds.
    ///
    /// Requirement: KL-02.
    GENERIC(1, "Generic"),
    /// All threads execute the region.
    SPMD(2, "SPMD"),
    /// Written as generic and converted to SPMD by the optimizer. Every team still gets whole
    /// iterations.
    GENERIC_SPMD(3, "Generic-SPMD");

    private final int code;
    private final String title;

    ExecutionMode(int code, String title) {
        this.code = code;
        this.title = title;
    }

    public int code() {
        return code;
    }

    /// The name that libomptarget prints.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/include/PluginInterface.h,
    ///   GenericKernelTy::getExecutionModeName"
    public String title() {
        return title;
    }

    static Optional<ExecutionMode> of(int code) {
        return Arrays.stream(values()).filter(mode -> mode.code == code).findFirst();
    }
}
