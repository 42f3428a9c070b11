package org.offloadtck.emulation.server;

import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.SharedSpace;

/// Serves the processes that use one client library. Many threads call its methods at once.
public interface ClientService {

    /// Number of the request that opens a session, as `wire.h` has it.
    int openRequest();

    /// Opens a session for a process.
    ///
    /// @param fields what the request has after process id and run, to be read to its end
    /// @throws MalformedFrameException if the fields are not those of the request
    ClientSession open(Client client, RequestFields fields, SharedSpace space);
}
