package org.offloadtck.simt.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.offloadtck.simt.execution.Worker.Located;

/// What the CTAs of a launch did, written down by several threads and added up in the order of the
/// CTAs, so that it is the same however they came to run.
///
/// Thread-safe: the object is its own lock. Of several faults the first CTA's counts; those before
/// it still run to their ends, for one of them may fault, too.
final class Ledger {

    private final Counts total = new Counts();
    private final StringBuilder output = new StringBuilder();
    private final Map<Long, LaunchResult> ahead = new HashMap<>();
    private Optional<Stopped> stopped = Optional.empty();
    private Optional<ExecutionException> failure = Optional.empty();
    private long next;

    /// No CTA from this number on needs to run.
    private volatile long end = Long.MAX_VALUE;

    private volatile boolean interrupted;

    /// A CTA that did not come to its end.
    private record Stopped(long number, Located fault, LaunchResult did) {}

    /// @param next the first CTA that has not ended
    /// @param before what it and the others did up to now
    Ledger(long next, LaunchResult before) {
        this.next = next;
        add(before);
    }

    /// Writes down what a CTA did that has ended.
    synchronized void ended(long number, LaunchResult did) {
        ahead.put(number, did);
        for (var ready = take(); ready.isPresent(); ready = take()) {
            add(ready.get());
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

    private Optional<LaunchResult> take() {
        var ready = Optional.ofNullable(ahead.remove(next));
        next += ready.isPresent() ? 1 : 0;
        return ready;
    }

    private void add(LaunchResult did) {
        total.add(did.counters());
        output.append(did.output());
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
    synchronized void broken(ExecutionException fault) {
        failure = Optional.of(fault);
        interrupt();
    }

    /// What all CTAs did.
    ///
    /// @throws KernelFaultException if one faulted
    synchronized LaunchResult result() {
        failure.ifPresent(fault -> {
            throw new IllegalStateException("a thread of the launch failed", fault);
        });
        stopped.ifPresent(cta -> {
            add(cta.did());
            throw cta.fault().after(read());
        });
        return read();
    }

    private LaunchResult read() {
        return new LaunchResult(total.read(), output.toString());
    }
}
