package org.offloadtck.runtime.indirect;

/// A host address and what stands for it on a device: a function, or a place in a table of virtual
/// functions.
///
/// @param host the key, of the host's process
/// @param device of the device's address space
/// @see "declare_target_indirect.md, __omp_offloading_fptr_map_ty; LLVM 18,
///   openmp/libomptarget/src/device.cpp, setupIndirectCallTable"
public record FunctionPointerPair(long host, long device) {

    /// Size of a row of a table, in bytes.
    public static final int SIZE = 16;
}
