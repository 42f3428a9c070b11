package org.offloadtck.runtime.trace;

/// A construct did not map a variable.
///
/// @see "LLVM 22, offload/libomptarget/OpenMP/Mapping.cpp, getTargetPointer, and omptarget.cpp,
///   targetDataBegin"
public sealed interface UnmappedEvent extends RuntimeEvent {

    /// The device accesses the range in host memory, under unified shared memory.
    ///
    /// @param host address of the first byte
    /// @param size in bytes
    record Shared(long host, long size) implements UnmappedEvent {}

    /// A range of size 0 is in no row.
    ///
    /// @param name of the variable
    record Missing(String name) implements UnmappedEvent {}
}
