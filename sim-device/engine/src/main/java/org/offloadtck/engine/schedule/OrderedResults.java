package org.offloadtck.engine.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.schedule.CtaWorker.Located;

/// What the CTAs of a launch did, written down by several threads and added up in the order of the
/// CTAs, so that it is the same however they came to run.
///
/// Thread-safe: the object is its own lock. Of several faults the first CTA's counts; those before
/// it still run to their ends, for one of them may fault, too.
final class OrderedResults {

    private final ResultAccumulator total = new ResultAccumulator();
    private final Map<Long, CompletedRange> ahead = new HashMap<>();
    private Optional<Stopped> recordFault = Optional.empty();
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
    private record CompletedRange(long next, LaunchOutcome did) {}

    /// A CTA that did not come to its end.
    private record Stopped(long number, Located fault, LaunchOutcome did) {}

    /// @param next the first CTA that has not ended
    /// @param before what it and the others did up to now
    OrderedResults(long next, LaunchOutcome before) {
        this.next = next;
        total.add(before);
    }

    /// Writes down what consecutive CTAs did that have ended.
    ///
    /// @param first the first of them
    /// @param after the first that is not of them
    synchronized void recordCompleted(long first, long after, LaunchOutcome did) {
        ahead.put(first, new CompletedRange(after, did));
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
        while (next < number && !interrupted && !isAfterFault(number)) {
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
    synchronized void recordFault(long number, Located fault, LaunchOutcome did) {
        if (recordFault.filter(first -> first.number() < number).isEmpty()) {
            recordFault = Optional.of(new Stopped(number, fault, did));
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
    boolean isAfterFault(long number) {
        return number > end;
    }

    /// Writes down that a thread could not do its part, for a fault of ours.
    synchronized void recordFailure(Throwable fault) {
        failure = Optional.of(fault);
        interrupt();
    }

    /// A thread is there to help.
    ///
    /// @return whether it may
    synchronized boolean registerHelper() {
        helpers += isClosed ? 0 : 1;
        return !isClosed;
    }

    /// A thread that helped will not come back.
    synchronized void unregisterHelper() {
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
    synchronized LaunchOutcome result() {
        failure.ifPresent(fault -> {
            throw new IllegalStateException("a thread of the launch failed", fault);
        });
        recordFault.ifPresent(cta -> {
            total.add(cta.did());
            throw cta.fault().after(total.sum());
        });
        return total.sum();
    }
}
