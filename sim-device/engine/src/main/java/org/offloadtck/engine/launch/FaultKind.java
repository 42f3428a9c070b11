package org.offloadtck.engine.launch;

/// The kinds of faults of device code.
public enum FaultKind {
    /// An access outside every live allocation, or outside the shared, local or parameter memory of
    /// the thread.
    OUT_OF_BOUNDS,
    /// An access to an allocation that the host or a kernel has freed.
    USE_AFTER_FREE,
    /// An access to the shared memory of a CTA of the cluster that has exited.
    EXITED_CTA,
    /// An address that is not a multiple of the access size.
    MISALIGNED,
    /// An access near address zero.
    NULL_POINTER,
    /// An access of the global space whose address is in the window of shared or local memory.
    ADDRESS_SPACE,
    /// A store to read-only memory.
    READ_ONLY,
    /// An instruction the simulator does not execute, or a call of an undefined function.
    UNSUPPORTED,
    /// `trap`
    TRAP,
    /// `__assertfail`
    ASSERTION,
    /// Threads wait for each other and none can make progress.
    DEADLOCK,
    /// Calls need more local memory than the limit of the launch.
    STACK_OVERFLOW,
    /// A call of a kernel or of a function with other parameters, an indirect call of an address
    /// that no instruction may have, or a call of `cudaGraphSetConditional` with another handle
    /// than one of a condition.
    INVALID_CALL,
    /// An indirect call of an address that instructions may have, where no code is mapped.
    UNMAPPED_CALL,
    /// A barrier number or a thread count that is invalid, an `mbarrier` outside the shared memory
    /// of the CTA, or a product of matrices without all lanes of the warp.
    INVALID_BARRIER,
    /// An operation on an `mbarrier` that the PTX ISA leaves undefined, such as more arrivals than
    /// are pending.
    INVALID_MBARRIER,
    /// A tensor map that is damaged or has other dimensions than the instruction.
    INVALID_TENSOR_MAP,
    /// An instruction on tensor memory that the PTX ISA leaves undefined, such as an access of
    /// columns that are not allocated.
    INVALID_TENSOR_OPERATION,
    /// `free` of an address that `malloc` did not return.
    INVALID_FREE,
    /// The launch has issued more instructions than its limit.
    TOO_LONG,
    /// No fault of device code: the launching thread was interrupted.
    INTERRUPTED
}
