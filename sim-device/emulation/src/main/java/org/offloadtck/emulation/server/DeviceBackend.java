package org.offloadtck.emulation.server;

import java.util.List;
import org.offloadtck.emulation.api.RunBackend;

/// What a device server offers its clients.
///
/// @param runs of `offload-tck exec`
/// @param services one for each client library
public record DeviceBackend(RunBackend runs, List<ClientService> services) {

    public DeviceBackend {
        services = List.copyOf(services);
    }
}
