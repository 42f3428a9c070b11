package org.offloadtck.object.ir;

/// The call of `__kmpc_target_init` in a kernel of a device module. LLVM, llvm/lib/Frontend/OpenMP/
/// OMPIRBuilder.cpp, `createTargetInit`.
///
/// @param kernel the calling function
/// @param arguments their number
/// @param mode the execution mode that the call passes; 0 if it passes an environment
/// @param environment the kernel environment that the call passes; empty if it passes a mode
/// @param dynamicPointer index of the kernel's parameter that the call passes on; -1 if none,
///   [#UNDEFINED] if the kernel lacks the parameter
/// @param position of the call
public record KernelPrologue(
        String kernel,
        int arguments,
        long mode,
        String environment,
        int dynamicPointer,
        TextPosition position) {

    public static final int UNDEFINED = -2;
}
