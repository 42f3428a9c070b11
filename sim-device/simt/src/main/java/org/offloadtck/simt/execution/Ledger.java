package org.offloadtck.simt.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.simt.execution.Worker.Located;

/// What the CTAs of a launch did, written down by several threads and added up in the order of the
/// CTAs, so that it is the same however they came to run.
///
/// Thread-safe: the object is its own lock. Of several faults the first CTA's counts; those before
/// it still run to their ends, for one of them may fault, too.
final class Ledger {

    private final Tally total = new Tally();
    private final Map<Long, Stretch> ahead = new HashMap<>();
    private Optional<Stopped> stopped = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();
    private long next;
    private int helpers;
    private boolean isClosed;

    /// No CTA from this number on needs to run.
    private volatile long end = Long.MAX_VALUE;

    private volatile boolean interrupted;

    /// Consecutive CTAs that have ended, from one on.
    ///
    /// @param next the first that is not of them
    private record Stretch(long next, LaunchResult did) {}

    /// A CTA that did not come to its end.
    private record Stopped(long number, Located fault, LaunchResult did) {}

    /// @param next the first CTA that has not ended
    /// @param before what it and the others did up to now
    Ledger(long next, LaunchResult before) {
        this.next = next;
        total.add(before);
    }

    /// Writes down what consecutive CTAs did that have ended.
    ///
    /// @param first the first of them
    /// @param after the first that is not of them
    synchronized void ended(long first, long after, LaunchResult did) {
        ahead.put(first, new Stretch(after, did));
        while (ahead.containsKey(next)) {
            var ready = ahead.remove(next);
            total.add(ready.did());
            next = ready.next();
        }
        notifyAll();
    }

    /// Waits until all CTAs before `number` have ended.
    ///
    /// @return whether they have; if not, that CTA is to stop
    synchronized boolean awaitTurn(long number) {
        while (next < number && !interrupted && !isPast(number)) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                interrupt();
            }
        }
        return next == number;
    }

    /// Writes down a CTA's fault, and what it did before.
    synchronized void stopped(long number, Located fault, LaunchResult did) {
        if (stopped.filter(first -> first.number() < number).isEmpty()) {
            stopped = Optional.of(new Stopped(number, fault, did));
        }
        end = Math.min(end, number);
        notifyAll();
    }

    /// Asks all CTAs to stop.
    synchronized void interrupt() {
        interrupted = true;
        notifyAll();
    }

    boolean isInterrupted() {
        return interrupted;
    }

    /// Whether CTA `number` need not go on.
    boolean isPast(long number) {
        return number > end;
    }

    /// Writes down that a thread could not do its part, for a fault of ours.
    synchronized void broken(Throwable fault) {
        failure = Optional.of(fault);
        interrupt();
    }

    /// A thread is there to help.
    ///
    /// @return whether it may
    synchronized boolean joins() {
        helpers += isClosed ? 0 : 1;
        return !isClosed;
    }

    /// A thread that helped will not come back.
    synchronized void leaves() {
        helpers--;
        notifyAll();
    }

    /// Waits for the threads that help, whatever happens: what they work with is the launch's. None
    /// may join them.
    synchronized void awaitHelpers() {
        isClosed = true;
        boolean isThreadInterrupted = false;
        while (helpers > 0) {
            try {
                wait();
            } catch (InterruptedException _) {
                isThreadInterrupted = true;
                interrupt();
            }
        }
        if (isThreadInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// What all CTAs did.
    ///
    /// @throws KernelFaultException if one faulted
    synchronized LaunchResult result() {
        failure.ifPresent(fault -> {
            throw new IllegalStateException("a thread of the launch failed", fault);
        });
        stopped.ifPresent(cta -> {
            total.add(cta.did());
            throw cta.fault().after(total.read());
        });
        return total.read();
    }
}
