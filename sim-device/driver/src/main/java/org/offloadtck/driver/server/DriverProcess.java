package org.offloadtck.driver.server;

import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.offloadtck.driver.api.Call;
import org.offloadtck.driver.api.Client;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.DriverSession;
import org.offloadtck.driver.api.DriverThread;
import org.offloadtck.driver.api.Reply;

/// A client process while it is connected: what the backend keeps for it, its memory, and the
/// connections of its threads. The memory goes when no call is left that could touch it: calls hold
/// `calls` for reading, the end takes it for writing.
final class Session implements AutoCloseable {

    private final Client client;
    private final DriverSession backend;
    private final SessionMemory memory;
    private final Set<SocketChannel> threads = new HashSet<>();
    private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();
    private boolean closed;

    Session(Client client, DriverSession backend, SessionMemory memory) {
        this.client = client;
        this.backend = backend;
        this.memory = memory;
    }

    Client client() {
        return client;
    }

    SessionMemory memory() {
        return memory;
    }

    /// Notes the connection of a thread; whether there is still a session to join.
    synchronized boolean join(SocketChannel thread) {
        return !closed && threads.add(thread);
    }

    synchronized void leave(SocketChannel thread) {
        threads.remove(thread);
    }

    DriverThread attach() {
        return backend.attach();
    }

    /// Carries out a call of one of its threads.
    Answer call(DriverThread thread, Call call) {
        calls.readLock().lock();
        try {
            if (isClosed()) {
                return new Answer(Reply.of(DriverResult.DEINITIALIZED), 0);
            }
            var reply = thread.call(call);
            return new Answer(reply, backend.arenaTop());
        } finally {
            calls.readLock().unlock();
        }
    }

    /// A reply, and where the session's memory ended after the call.
    record Answer(Reply reply, long top) {}

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized Set<SocketChannel> end() {
        closed = true;
        return Set.copyOf(threads);
    }

    @Override
    public void close() {
        end().forEach(Connections::close);
        backend.close();
        calls.writeLock().lock();
        try {
            memory.close();
        } finally {
            calls.writeLock().unlock();
        }
    }
}
