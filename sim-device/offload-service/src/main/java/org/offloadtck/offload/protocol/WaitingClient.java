package org.offloadtck.offload.protocol;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/// A client process while one of its threads waits for a reply: its memory, and its tool of
/// OpenMP's tool interface.
public interface WaitingClient {

    /// Reads a copy of the `size` bytes at `address`; empty unless all of them are readable. A copy
    /// of more than 2 GiB is valid until the call ends.
    ///
    /// @throws org.offloadtck.emulation.server.ClientGoneException if the process ends
    Optional<MemorySegment> read(long address, long size);

    /// Writes all of `source` at `address`.
    ///
    /// @return false if the memory is not writable
    ///
    /// @throws org.offloadtck.emulation.server.ClientGoneException if the process ends
    boolean write(long address, MemorySegment source);

    /// Has the waiting thread tell its tool of `report`, and waits until it has.
    ///
    /// @throws org.offloadtck.emulation.server.ClientGoneException if the process ends
    void tell(ToolReport report);

    /// The executable or shared library that is mapped at `address`; empty if none is.
    Optional<Path> file(long address);
}
