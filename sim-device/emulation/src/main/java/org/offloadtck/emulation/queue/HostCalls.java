package org.offloadtck.emulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;

/// Hands calls of the program's functions from the command queue to the thread of the client that
/// makes them. Thread-safe.
///
/// Requirement: ER-09.
public final class HostCalls implements AutoCloseable {

    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Pending> pending = new ArrayDeque<>();
    private Optional<Pending> underWay = Optional.empty();
    private int asking;
    private boolean closed;

    /// A call whose function has not returned. Two equal calls are two of these.
    private static final class Pending {

        private final HostCall.Due call;

        private Pending(HostCall.Due call) {
            this.call = call;
        }
    }

    /// Has a call made. Returns when its function has returned or the session ends.
    public void make(HostCall.Due call) {
        lock.lock();
        try {
            var own = add(call);
            while (!closed && (pending.contains(own) || underWay.filter(own::equals).isPresent())) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Has a call made after those before it, and does not wait for it.
    public void post(HostCall call) {
        lock.lock();
        try {
            var _ = add(new HostCall.Due(call, DriverResult.SUCCESS));
        } finally {
            lock.unlock();
        }
    }

    private Pending add(HostCall.Due call) {
        var own = new Pending(call);
        pending.add(own);
        changed.signalAll();
        return own;
    }

    /// The next call for the client's thread, whose call before this one has returned. Waits for
    /// it.
    ///
    /// @return empty if the session ends
    public Optional<HostCall.Due> next() {
        lock.lock();
        try {
            underWay = Optional.empty();
            changed.signalAll();
            asking++;
            while (!closed && pending.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            asking--;
            underWay = Optional.ofNullable(pending.poll());
            return underWay.map(own -> own.call);
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
