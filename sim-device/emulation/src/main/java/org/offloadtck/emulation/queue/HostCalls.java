package org.offloadtck.emulation.queue;

import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.emulation.api.HostCall;

/// Hands calls of the program's functions from the command queue to the thread of the client that
/// makes them. Thread-safe.
///
/// Requirement: ER-09.
public final class HostCalls implements AutoCloseable {

    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Optional<HostCall.Due> due = Optional.empty();
    private boolean underWay;
    private int asking;
    private boolean closed;

    /// Has a call made. Returns when its function has returned or the session ends.
    public void make(HostCall.Due call) {
        lock.lock();
        try {
            due = Optional.of(call);
            changed.signalAll();
            while (!closed && (due.isPresent() || underWay)) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The next call for the client's thread, whose call before this one has returned. Waits for
    /// it.
    ///
    /// @return empty if the session ends
    public Optional<HostCall.Due> next() {
        lock.lock();
        try {
            underWay = false;
            changed.signalAll();
            asking++;
            while (!closed && due.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            asking--;
            var call = due;
            due = Optional.empty();
            underWay = call.isPresent();
            return call;
        } finally {
            lock.unlock();
        }
    }

    /// Threads of the client that wait for a call.
    public int asking() {
        lock.lock();
        try {
            return asking;
        } finally {
            lock.unlock();
        }
    }

    /// Ends all waiting.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
