package org.offloadtck.driver.server;

import org.offloadtck.driver.api.Client;
import org.offloadtck.driver.api.ClientMemory;
import org.offloadtck.driver.api.RuntimeReply;
import org.offloadtck.driver.api.RuntimeRequest;
import org.offloadtck.driver.api.RuntimeSession;

/// A process that uses `libomptarget.so` while it is connected.
final class RuntimeProcess implements Session {

    private final Client client;
    private final RuntimeSession backend;
    private final ThreadConnections threads = new ThreadConnections();

    RuntimeProcess(Client client, RuntimeSession backend) {
        this.client = client;
        this.backend = backend;
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public ThreadConnections threads() {
        return threads;
    }

    /// Carries out a call of one of its threads.
    RuntimeReply call(RuntimeRequest request, ClientMemory memory) {
        return backend.call(request, memory);
    }

    @Override
    public void close() {
        threads.close();
        backend.close();
    }
}
