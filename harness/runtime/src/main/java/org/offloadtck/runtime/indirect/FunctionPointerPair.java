package org.offloadtck.runtime.indirect;

/// A host address and its device counterpart: a function, or an element of a table of virtual
/// functions.
///
/// Requirements: IC-18, IC-19, IC-20.
///
/// @param host the key, an address of the host process
/// @param device the value, an address of the device
/// @see "declare_target_indirect.md, __omp_offloading_fptr_map_ty; LLVM 18,
///   openmp/libomptarget/src/device.cpp, setupIndirectCallTable"
public record FunctionPointerPair(long host, long device) {

    /// Size of a pair in a table, in bytes.
    public static final int SIZE = 16;
}
