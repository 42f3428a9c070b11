package org.offloadtck.runtime;

/// `OMP_TARGET_OFFLOAD`: whether target constructs may, must or must not run on a device.
///
/// Requirement: RG-21.
///
/// @see "OpenMP 5.1, section 6.17, OMP_TARGET_OFFLOAD"
public enum OffloadPolicy {
    /// MANDATORY if a device accepts an image of the program when the program executes its first
    /// construct, DISABLED otherwise. The decision is final.
    ///
    /// @see "LLVM 22, offload/libomptarget/interface.cpp, handleTargetOutcome"
    DEFAULT,
    /// A construct that cannot run on its device ends the program.
    MANDATORY,
    /// Every construct runs on the host.
    DISABLED
}
