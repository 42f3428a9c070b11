package org.offloadtck.engine.memory;

/// Who is told what becomes of global memory, but for what kernels do: of allocations by
/// [GlobalMemory], of the rest by whoever does it on the host's behalf.
public interface MemoryObserver {

    /// Told, and does nothing.
    MemoryObserver NONE = new MemoryObserver() {};

    /// A range was allocated, by whatever thread, which has the memory's lock.
    default void allocated(Allocation allocation) {}

    /// A range holds values from now on.
    default void written(long address, long bytes) {}

    /// A range holds what another holds.
    default void copied(long from, long to, long bytes) {}

    /// The host is about to get what a range holds.
    default void read(long address, long bytes) {}
}
