package org.offloadtck.emulation.server;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.unified.ClientAddressSpace;

/// A client process while it is connected: its session, its memory, and the connections of its
/// threads.
///
/// The memory is unmapped when no call is left that could touch it: a call holds `calls` for
/// reading, [#close] takes it for writing.
///
/// Requirement: ER-06.
final class ServedProcess implements AutoCloseable {

    private final Client client;
    private final ClientSession session;
    private final SessionMemory memory;
    private final ClientAddressSpace addressSpace;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ThreadConnections threads = new ThreadConnections();
    private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();

    ServedProcess(
            Client client,
            ClientSession session,
            SessionMemory memory,
            ClientAddressSpace addressSpace) {
        this.addressSpace = addressSpace;
        this.client = client;
        this.session = session;
        this.memory = memory;
    }

    Client client() {
        return client;
    }

    SessionMemory memory() {
        return memory;
    }

    ClientAddressSpace addressSpace() {
        return addressSpace;
    }

    /// Waits until the session is closed.
    void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    ThreadConnections threads() {
        return threads;
    }

    ClientThread attach(FrameChannel frames) {
        return session.attach(frames);
    }

    /// Carries out a call of one of its threads; the frame of the reply.
    ///
    /// @throws ClientGoneException if the process ends before or during the call
    ByteBuffer call(ClientThread thread, ClientRequest.Call call) {
        calls.readLock().lock();
        try {
            if (threads.isClosed()) {
                throw new ClientGoneException(new IllegalStateException("the session is closed"));
            }
            return thread.call(call.function(), call.fields());
        } finally {
            calls.readLock().unlock();
        }
    }

    /// The process accesses memory of a device by its address.
    void accessed(ClientRequest.AccessMemory access) {
        var frames = addressSpace.frames(access.frames());
        session.accessed(new DeviceMemoryAccess(access.address(), access.isWrite(), frames));
    }

    /// The process has ended without saying that it exits.
    void died() {
        session.died();
    }

    @Override
    public void close() {
        threads.close();
        session.close();
        calls.writeLock().lock();
        try {
            memory.close();
        } finally {
            ended.countDown();
            calls.writeLock().unlock();
        }
    }
}
