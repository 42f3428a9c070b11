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
    private final SessionMemory memory;
    private final ThreadConnections threads = new ThreadConnections();

    RuntimeProcess(Client client, RuntimeSession backend, SessionMemory memory) {
        this.client = client;
        this.backend = backend;
        this.memory = memory;
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public ThreadConnections threads() {
        return threads;
    }

    @Override
    public SessionMemory memory() {
        return memory;
    }

    /// Carries out a call of one of its threads.
    RuntimeReply call(RuntimeRequest request, ClientMemory host) {
        return backend.call(request, host);
    }

    /// Where the session's memory ends now.
    long top() {
        return backend.arenaTop();
    }

    @Override
    public void close() {
        threads.close();
        backend.close();
        memory.close();
    }
}
