package org.offloadtck.emulation.api;

import java.lang.foreign.MemorySegment;

/// Opens sessions for processes that use `libcuda.so`. Many threads call its method at once.
@FunctionalInterface
public interface DriverBackend {

    /// Opens the session of a process.
    ///
    /// @param arena its memory, zeroed; byte `i` has the address `AddressSpace.GLOBAL + i` in
    ///   kernels and in the client. It outlives the session
    DriverSession open(Client client, MemorySegment arena);
}
