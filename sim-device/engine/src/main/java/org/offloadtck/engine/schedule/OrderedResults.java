package org.offloadtck.engine.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.schedule.CtaWorker.LocatedFault;

/// Collects the results of CTAs that several threads run, and adds them up in the order of the
/// CTAs, so that the sum does not depend on the schedule.
///
/// Thread-safe: the object is its own lock. If several CTAs fault, the fault of the first CTA is
/// reported; the CTAs before a faulting CTA still run to their ends, for they may fault too.
final class OrderedResults {

    private final ResultAccumulator total = new ResultAccumulator();

    /// Results of ranges that have ended before the ranges in front of them, by first CTA.
    private final Map<Long, CompletedRange> ahead = new HashMap<>();

    private Optional<StoppedCta> stopped = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();

    /// The first CTA whose results are not in the total.
    private long next;

    private int helpers;
    private boolean isClosed;

    /// No CTA after this one needs to run.
    private volatile long end = Long.MAX_VALUE;

    private volatile boolean interrupted;

    /// The results of consecutive CTAs.
    ///
    /// @param next the first CTA after them
    private record CompletedRange(long next, LaunchOutcome outcome) {}

    /// A CTA that has faulted.
    ///
    /// @param partial counters and output of the CTA up to the fault
    private record StoppedCta(long index, LocatedFault fault, LaunchOutcome partial) {}

    /// @param next the first CTA that has not ended
    /// @param before counters and output of the launch up to now
    OrderedResults(long next, LaunchOutcome before) {
        this.next = next;
        total.add(before);
    }

    /// Records the results of consecutive CTAs that have ended.
    ///
    /// @param first the first of them
    /// @param after the first CTA after them
    synchronized void recordCompleted(long first, long after, LaunchOutcome outcome) {
        ahead.put(first, new CompletedRange(after, outcome));
        while (ahead.containsKey(next)) {
            var ready = ahead.remove(next);
            total.add(ready.outcome());
            next = ready.next();
        }
        notifyAll();
    }

    /// Waits until all CTAs before the given one have ended.
    ///
    /// @return true; false if the CTA must stop instead
    synchronized boolean awaitTurn(long index) {
        while (next < index && !interrupted && !isAfterFault(index)) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                interrupt();
            }
        }
        return next == index;
    }

    /// Records the fault of a CTA.
    ///
    /// @param partial counters and output of the CTA up to the fault
    synchronized void recordFault(long index, LocatedFault fault, LaunchOutcome partial) {
        if (stopped.filter(first -> first.index() < index).isEmpty()) {
            stopped = Optional.of(new StoppedCta(index, fault, partial));
        }
        end = Math.min(end, index);
        notifyAll();
    }

    /// Stops all CTAs.
    synchronized void interrupt() {
        interrupted = true;
        notifyAll();
    }

    boolean isInterrupted() {
        return interrupted;
    }

    /// Whether a CTA need not run because a CTA before it has faulted.
    boolean isAfterFault(long index) {
        return index > end;
    }

    /// Records that a thread failed because of a defect of the simulator, and stops all CTAs.
    synchronized void recordFailure(Throwable fault) {
        failure = Optional.of(fault);
        interrupt();
    }

    /// Registers a helper thread.
    ///
    /// @return whether the launch still accepts helpers
    synchronized boolean registerHelper() {
        helpers += isClosed ? 0 : 1;
        return !isClosed;
    }

    synchronized void unregisterHelper() {
        helpers--;
        notifyAll();
    }

    /// Waits for all registered helpers and accepts no more: they use memory of the launch. Waits
    /// even if the calling thread is interrupted.
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

    /// The sum of all CTAs.
    ///
    /// @throws org.offloadtck.engine.launch.KernelFaultException if a CTA faulted
    synchronized LaunchOutcome outcome() {
        failure.ifPresent(cause -> {
            throw new IllegalStateException("a thread of the launch failed", cause);
        });
        stopped.ifPresent(cta -> {
            total.add(cta.partial());
            throw cta.fault().toException(total.sum());
        });
        return total.sum();
    }
}
