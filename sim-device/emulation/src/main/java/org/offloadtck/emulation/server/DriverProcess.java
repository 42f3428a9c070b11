package org.offloadtck.emulation.server;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.DriverThread;

/// A process that uses `libcuda.so` while it is connected: what the backend keeps for it, its
/// memory, and the connections of its threads. The memory goes when no call is left that could
/// touch it: calls hold `calls` for reading, the end takes it for writing.
final class DriverProcess implements ServedProcess {

    private final Client client;
    private final DriverSession backend;
    private final SessionMemory memory;
    private final ThreadConnections threads = new ThreadConnections();
    private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();

    DriverProcess(Client client, DriverSession backend, SessionMemory memory) {
        this.client = client;
        this.backend = backend;
        this.memory = memory;
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public SessionMemory memory() {
        return memory;
    }

    @Override
    public ThreadConnections threads() {
        return threads;
    }

    DriverThread attach() {
        return backend.attach();
    }

    /// Carries out a call of one of its threads.
    Answer call(DriverThread thread, DriverCall call) {
        calls.readLock().lock();
        try {
            if (threads.isClosed()) {
                return new Answer(DriverReply.of(DriverResult.DEINITIALIZED), 0);
            }
            var reply = thread.call(call);
            return new Answer(reply, backend.arenaTop());
        } finally {
            calls.readLock().unlock();
        }
    }

    /// A reply, and where the session's memory ended after the call.
    record Answer(DriverReply reply, long top) {}

    @Override
    public void close() {
        threads.close();
        backend.close();
        calls.writeLock().lock();
        try {
            memory.close();
        } finally {
            calls.writeLock().unlock();
        }
    }
}
