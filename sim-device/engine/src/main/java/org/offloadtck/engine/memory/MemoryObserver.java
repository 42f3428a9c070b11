package org.offloadtck.engine.memory;

/// Receives the changes of global memory that do not come from kernels. [GlobalMemory] reports
/// allocations; the code that copies on behalf of the host reports accesses.
public interface MemoryObserver {

    /// Ignores all events.
    MemoryObserver NONE = new MemoryObserver() {};

    /// A range was allocated. The calling thread holds the lock of the memory.
    default void allocated(Allocation allocation) {}

    /// The host has written a range.
    default void written(long address, long bytes) {}

    /// The host has copied a range to another.
    default void copied(long from, long to, long bytes) {}

    /// The host is about to read a range.
    default void read(long address, long bytes) {
        readRows(address, bytes, bytes, 1);
    }

    /// The host is about to read the rows of a rectangle, by one copy.
    ///
    /// @param pitch distance of two rows, in bytes
    /// @param width of a row, in bytes
    default void readRows(long address, long pitch, long width, long height) {}
}
