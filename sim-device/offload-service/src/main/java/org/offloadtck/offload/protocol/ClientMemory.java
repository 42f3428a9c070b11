package org.offloadtck.offload.protocol;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/// The memory of a process, while one of its threads waits for the answer to its call: the thread
/// itself reads and writes it.
public interface ClientMemory {

    /// A copy of the `size` bytes at `address`; empty unless the process has them all. A copy of
    /// more than 2 GiB is valid until the call ends.
    ///
    /// @throws ClientGoneException when nobody answers
    Optional<MemorySegment> read(long address, long size);

    /// Stores all of `source` at `address`; whether the process could.
    ///
    /// @throws ClientGoneException when nobody answers
    boolean write(long address, MemorySegment source);

    /// The file that is mapped at `address`, an executable or a shared library; empty if none is.
    Optional<Path> file(long address);
}
