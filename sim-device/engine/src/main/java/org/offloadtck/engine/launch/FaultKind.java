package org.offloadtck.engine.launch;

/// What device code did wrong.
public enum FaultKind {
    /// An access outside every live allocation, or outside the shared, local or parameter memory of
    /// the thread.
    OUT_OF_BOUNDS,
    /// An access of an allocation that the host or a kernel has freed.
    USE_AFTER_FREE,
    /// An address that is not a multiple of the access size.
    MISALIGNED,
    /// An access near address zero.
    NULL_POINTER,
    /// A store to memory that can only be read.
    READ_ONLY,
    /// An instruction the simulator does not execute, or a call of an undefined function.
    UNSUPPORTED,
    /// `trap`
    TRAP,
    /// `__assertfail`
    ASSERTION,
    /// Threads wait for each other and none can go on.
    DEADLOCK,
    /// Calls nest deeper than the launch's limit of local memory lets them.
    STACK_OVERFLOW,
    /// An indirect call of what is not a function, or of one with other parameters.
    INVALID_CALL,
    /// A barrier that does not exist, or a thread count that is no multiple of the warp size.
    INVALID_BARRIER,
    /// `free` of an address `malloc` did not give.
    INVALID_FREE,
    /// It goes on when it has issued as many instructions as the launch may.
    TOO_LONG,
    /// Nothing wrong: the thread that launched the kernel was interrupted.
    INTERRUPTED
}
