package org.offloadtck.emulation.unified;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// A thread of a client process that works on the memory of the process for the server. Many
/// threads of the server call it at once.
public interface ClientMemoryThread {

    /// Copies the bytes at `address` of the process to `target`.
    ///
    /// @return false if they are not all there, or if the process has ended
    boolean read(long address, MemorySegment target);

    /// Copies `source` to `address` of the process.
    ///
    /// @return false if they cannot all be written, or if the process has ended
    boolean write(long address, MemorySegment source);

    /// Stores the low `bytes` bytes of `next` if memory contains `expected`, atomically for all
    /// threads of the process.
    ///
    /// @return what memory contained; empty if it cannot be written, or if the process has ended
    OptionalLong compareAndExchange(long address, int bytes, long expected, long next);
}
