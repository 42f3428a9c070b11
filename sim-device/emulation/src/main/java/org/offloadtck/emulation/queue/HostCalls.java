package org.offloadtck.emulation.queue;

import java.util.Optional;
import org.offloadtck.emulation.api.HostCall;

/// Hands calls of the program's functions from the command queue to the thread of the client that
/// makes them. Its monitor guards it.
///
/// Requirement: ER-09.
public final class HostCalls implements AutoCloseable {

    private Optional<HostCall.Due> due = Optional.empty();
    private boolean underWay;
    private boolean closed;

    /// Has a call made. Returns when its function has returned or the session ends.
    public synchronized void make(HostCall.Due call) {
        due = Optional.of(call);
        notifyAll();
        while (due.isPresent() || underWay) {
            if (closed || !isWoken()) {
                return;
            }
        }
    }

    /// The next call for the client's thread, whose call before this one has returned. Waits for
    /// it.
    ///
    /// @return empty if the session ends
    public synchronized Optional<HostCall.Due> next() {
        underWay = false;
        notifyAll();
        while (due.isEmpty()) {
            if (closed || !isWoken()) {
                return Optional.empty();
            }
        }
        var call = due;
        due = Optional.empty();
        underWay = true;
        return call;
    }

    /// Waits for a change; false if the thread was interrupted.
    private boolean isWoken() {
        try {
            wait();
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Ends all waiting.
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
