package org.offloadtck.emulation.server;

import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;

/// The connections of the threads of one process. Thread-safe: its monitor guards them.
final class ThreadConnections implements AutoCloseable {

    private final Set<SocketChannel> open = new HashSet<>();
    private boolean closed;

    /// Adds the connection of a thread.
    ///
    /// @return false if the session is closed
    synchronized boolean join(SocketChannel thread) {
        return !closed && open.add(thread);
    }

    synchronized void leave(SocketChannel thread) {
        open.remove(thread);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    private synchronized Set<SocketChannel> end() {
        closed = true;
        return Set.copyOf(open);
    }

    @Override
    public void close() {
        end().forEach(Connection::close);
    }
}
