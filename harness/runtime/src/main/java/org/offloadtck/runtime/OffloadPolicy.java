package org.offloadtck.runtime;

/// `OMP_TARGET_OFFLOAD`: whether target constructs may, must or must not run on a device.
///
/// @see "OpenMP 5.1, section 6.17, OMP_TARGET_OFFLOAD"
public enum OffloadPolicy {
    /// Mandatory if a device takes an image of the program, disabled if none does; decided once.
    ///
    /// @see "LLVM 22, offload/libomptarget/interface.cpp, handleTargetOutcome"
    DEFAULT,
    /// A construct that cannot run on its device ends the program.
    MANDATORY,
    /// Every construct runs on the host.
    DISABLED
}
