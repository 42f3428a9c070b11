package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.Cta;

/// Executes the rest of a launch on several host threads, for a kernel whose results do not depend
/// on the order of CTAs.
///
/// Each thread claims ranges of consecutive CTAs and runs one CTA after another to its end. A CTA
/// that uses the heap first waits until all CTAs before it have ended; the first CTA that has not
/// ended is always running, so the wait ends.
final class ParallelLaunch {

    /// A thread claims this fraction of its share of the CTAs that are left.
    private static final long PARTS = 16;

    private final GridLaunch launch;
    private final OrderedResults results;
    private final int threads;
    private final long largestRange;

    /// Index of the first CTA that no thread has claimed.
    private final AtomicLong unclaimed = new AtomicLong();

    /// What all threads have done, for the progress listener.
    private final AtomicLong endedCtas = new AtomicLong();

    private final AtomicLong issued = new AtomicLong();

    /// Whether a CTA has used the heap. Threads then claim single CTAs.
    private volatile boolean usesHeap;

    /// @param largestRange most CTAs of a range: the number after which the launch was long, so
    ///   that threads synchronise rarely and end at about the same time
    ParallelLaunch(GridLaunch launch, OrderedResults results, int threads, long largestRange) {
        this.launch = launch;
        this.results = results;
        this.threads = threads;
        this.largestRange = largestRange;
    }

    /// Runs all CTAs to their ends.
    ///
    /// @param own the worker of the calling thread
    /// @param started CTAs of that worker that have not ended
    /// @param next the first CTA that has not started
    /// @throws org.offloadtck.engine.launch.KernelFaultException if a CTA faults
    LaunchOutcome finish(CtaWorker own, Collection<CtaExecution> started, long next) {
        unclaimed.set(next);
        endedCtas.set(next - started.size());
        issued.set(own.warpInstructions());
        own.resetOutcome();
        var share = new Share(own);
        boolean finished = false;
        try {
            for (int i = 1; i < threads; i++) {
                launch.options().threads().execute(this::help);
            }
            share.runAll(started);
            finished = true;
        } finally {
            if (!finished) {
                results.interrupt();
            }
            results.awaitHelpers();
        }
        return results.outcome();
    }

    /// The task of a helper thread. A helper that starts after the end of the launch returns
    /// immediately.
    private void help() {
        if (results.registerHelper()) {
            try (var arena = Arena.ofConfined()) {
                new Share(new CtaWorker(launch, arena)).runAll(List.of());
            } catch (RuntimeException | Error failure) {
                results.recordFailure(failure);
            } finally {
                results.unregisterHelper();
            }
        }
    }

    /// The CTAs that one thread runs.
    private final class Share {

        private final CtaWorker worker;

        /// Counters and output of the CTAs from `first` to before `next`, which have ended and are
        /// not recorded yet.
        private final ResultAccumulator ended = new ResultAccumulator();

        private long first;
        private long next;
        private long end;

        /// Instructions of CTAs that have ended and are not in [#issued].
        private long unreported;

        Share(CtaWorker worker) {
            this.worker = worker;
            worker.setConcurrent(this::awaitHeapTurn);
        }

        /// Runs CTAs until none is left or none needs to run.
        ///
        /// @param started CTAs of its worker that have not ended, before others are claimed
        void runAll(Collection<CtaExecution> started) {
            var observer = launch.options().observer();
            observer.workerStarted();
            try {
                started.forEach(this::finish);
                claimAll();
            } finally {
                observer.workerEnded();
            }
        }

        private void claimAll() {
            while (claim() && !results.isAfterFault(first) && !results.isInterrupted()) {
                while (next < end && run(worker.start(next))) {
                    next++;
                }
                recordEnded();
            }
        }

        /// Claims the next range of CTAs.
        ///
        /// @return whether any was left
        private boolean claim() {
            do {
                first = unclaimed.get();
                next = first;
                end = first + rangeSize(launch.ctas() - first);
            } while (!unclaimed.compareAndSet(first, end));
            return first < end;
        }

        /// Runs a CTA that started before the parallel part of the launch.
        private void finish(CtaExecution execution) {
            first = execution.cta().linearIndex();
            next = first;
            next += run(execution) ? 1 : 0;
            recordEnded();
        }

        /// Runs a CTA to its end, or until the launch stops.
        ///
        /// @return whether it ended
        private boolean run(CtaExecution execution) {
            boolean hasEnded = false;
            long counted = 0;
            try {
                while (!hasEnded && !results.isAfterFault(next)) {
                    if (results.isInterrupted()) {
                        throw execution.interruptFault();
                    }
                    hasEnded = worker.runTurn(execution);
                    if (!hasEnded) {
                        reportProgress(0, worker.warpInstructions() - counted);
                        counted = worker.warpInstructions();
                        worker.rejectLivelock(List.of(execution));
                    }
                }
                if (hasEnded) {
                    ended.add(worker.outcome());
                    unreported += worker.warpInstructions() - counted;
                }
            } catch (LaneFault fault) {
                results.recordFault(next, worker.locate(fault, execution), worker.outcome());
                if (Thread.currentThread().isInterrupted()) {
                    results.interrupt();
                }
            }
            worker.resetOutcome();
            return hasEnded;
        }

        private void recordEnded() {
            if (first < next) {
                results.recordCompleted(first, next, ended.sum());
                reportProgress(next - first, unreported);
                unreported = 0;
                ended.clear();
                first = next;
            }
        }

        private void reportProgress(long ctas, long instructions) {
            launch.options()
                    .progress()
                    .progressed(
                            endedCtas.addAndGet(ctas),
                            launch.ctas(),
                            issued.addAndGet(instructions));
        }

        private void awaitHeapTurn(Cta cta, int lane) {
            usesHeap = true;
            recordEnded();
            if (!results.awaitTurn(cta.linearIndex())) {
                throw new LaneFault(FaultKind.INTERRUPTED, lane, "the launch was interrupted");
            }
        }
    }

    /// Size of the next range: smaller towards the end, so that all threads end at about the same
    /// time, and 1 if threads wait for each other at the heap.
    private long rangeSize(long left) {
        long part = usesHeap ? 1 : left / (PARTS * threads);
        return Math.min(left, Math.clamp(part, 1, largestRange));
    }
}
