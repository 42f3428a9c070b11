package org.offloadtck.emulation.server;

import java.lang.foreign.MemorySegment;
import org.offloadtck.emulation.api.Client;

/// Serves the processes that use one client library. Many threads call its methods at once.
public interface ClientService {

    /// Number of the request that opens a session, as `wire.h` has it.
    int openRequest();

    /// Opens a session for a process.
    ///
    /// @param fields what the request has after process id and run, to be read to its end
    /// @param arena the session's memory, zeroed. Byte `i` has the address `AddressSpace.GLOBAL +
    ///   i` in kernels and in the client. It outlives the session
    /// @throws MalformedFrameException if the fields are not those of the request
    ClientSession open(Client client, RequestFields fields, MemorySegment arena);
}
