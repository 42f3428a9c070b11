package org.offloadtck.emulation.api;

import java.lang.foreign.MemorySegment;

/// Who answers the calls of `libcuda.so`. Its method is called by many threads at once.
@FunctionalInterface
public interface DriverBackend {

    /// A session for a process that has made its first call.
    ///
    /// @param arena its memory, zeroed; byte `i` has the address `AddressSpace.GLOBAL + i` in
    ///   kernels and in the client. It outlives the session
    DriverSession open(Client client, MemorySegment arena);
}
