package org.offloadtck.offload;

import org.offloadtck.emulation.ClientServiceFactory;
import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.emulation.server.ClientService;

/// Provides the offload service to the device server by a service file.
public final class OffloadServiceFactory implements ClientServiceFactory {

    @Override
    public ClientService create(RunRegistry runs) {
        return new OffloadService(runs);
    }
}
