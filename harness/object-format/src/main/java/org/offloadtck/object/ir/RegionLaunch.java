package org.offloadtck.object.ir;

/// A call of `__tgt_target_kernel` in the host module. LLVM, llvm/lib/Frontend/OpenMP/
/// OMPIRBuilder.cpp, `emitKernelLaunch`: the arguments are stored to a `__tgt_kernel_arguments`
/// immediately before the call.
///
/// @param kernel the launched region
/// @param version the version of the arguments; 0 if the call's basic block stores none
/// @param mapTypes the constant with the map types; empty if the launch has no arguments
/// @param position of the call
public record RegionLaunch(String kernel, long version, String mapTypes, TextPosition position) {

    /// Whether the arguments were found.
    public boolean isRead() {
        return version > 0;
    }
}
