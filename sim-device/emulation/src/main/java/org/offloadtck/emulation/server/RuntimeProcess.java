package org.offloadtck.emulation.server;

import org.offloadtck.emulation.api.Client;
import org.offloadtck.offload.protocol.ClientMemory;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.offload.protocol.RuntimeReply;
import org.offloadtck.offload.protocol.RuntimeSession;

/// A process that uses `libomptarget.so` while it is connected.
final class RuntimeProcess implements ServedProcess {

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
    RuntimeReply call(RuntimeCall request, ClientMemory host) {
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
