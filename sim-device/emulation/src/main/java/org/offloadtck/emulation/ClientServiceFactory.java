package org.offloadtck.emulation;

import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.emulation.server.ClientService;

/// Creates a service for processes that use a client library other than `libcuda.so`. Modules
/// provide it by a service file ([java.util.ServiceLoader]).
public interface ClientServiceFactory {

    /// Creates the service.
    ///
    /// @param runs of the server; the processes join them
    ClientService create(RunRegistry runs);
}
