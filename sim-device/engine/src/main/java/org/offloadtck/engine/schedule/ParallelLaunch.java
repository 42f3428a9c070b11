package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.Cta;

/// The rest of a launch whose CTAs may run in any order, on several threads of the host, the one
/// that launched among them: each takes the next CTAs nobody has taken, and runs one after another
/// to its end. A CTA that goes to the heap waits there for those before it, the first of which that
/// has not ended is always on its way.
final class ParallelLaunch {

    /// How often a thread would come back for CTAs, were all that are left shared out as the next.
    private static final long PARTS = 16;

    /// Threads that help a launch, kept for the next for a while. They end with the process.
    private static final ExecutorService HELPERS =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("launch-", 0).factory());

    private final GridLaunch job;
    private final OrderedResults ledger;
    private final int threads;
    private final long most;
    private final AtomicLong untaken = new AtomicLong();

    /// Whether a CTA has gone to the heap.
    private volatile boolean takesOne;

    /// @param most CTAs a thread takes at a time at most, so that threads meet seldom and no later
    ///   than need be: as many as it took for the launch to be long
    ParallelLaunch(GridLaunch job, OrderedResults ledger, int threads, long most) {
        this.job = job;
        this.ledger = ledger;
        this.threads = threads;
        this.most = most;
    }

    /// Runs all CTAs to their ends.
    ///
    /// @param own the worker of the calling thread
    /// @param begun CTAs of that worker that have not ended
    /// @param next the first CTA nobody has taken
    LaunchOutcome finish(CtaWorker own, Collection<Cta> begun, long next) {
        untaken.set(next);
        own.resetOutcome();
        var share = new Share(own);
        boolean finished = false;
        try {
            for (int i = 1; i < threads; i++) {
                HELPERS.execute(this::help);
            }
            begun.forEach(share::finish);
            share.takeAll();
            finished = true;
        } finally {
            if (!finished) {
                ledger.interrupt();
            }
            ledger.awaitHelpers();
        }
        return ledger.result();
    }

    /// A thread that comes when all is done is not waited for, and does nothing.
    private void help() {
        if (ledger.registerHelper()) {
            try (var arena = Arena.ofConfined()) {
                new Share(new CtaWorker(job, arena)).takeAll();
            } catch (RuntimeException | Error fault) {
                ledger.recordFailure(fault);
            } finally {
                ledger.unregisterHelper();
            }
        }
    }

    /// What one thread runs of the launch.
    private final class Share {

        private final CtaWorker worker;

        /// What its CTAs from `first` to before `next` did, which have ended and are not written
        /// down.
        private final ResultAccumulator ended = new ResultAccumulator();

        private long first;
        private long next;
        private long end;

        Share(CtaWorker worker) {
            this.worker = worker;
            worker.setConcurrent(this::awaitTurn);
        }

        /// Runs CTAs nobody has taken, until there are none, or none that need to run.
        void takeAll() {
            while (take() && !ledger.isAfterFault(first) && !ledger.isInterrupted()) {
                while (next < end && run(worker.start(next))) {
                    next++;
                }
                writeDown();
            }
        }

        /// Takes the next CTAs nobody has taken.
        ///
        /// @return whether there are any
        private boolean take() {
            do {
                first = untaken.get();
                next = first;
                end = first + share(job.ctas() - first);
            } while (!untaken.compareAndSet(first, end));
            return first < end;
        }

        /// Runs a CTA that has begun before all others were taken.
        void finish(Cta cta) {
            first = cta.linearIndex();
            next = first;
            next += run(cta) ? 1 : 0;
            writeDown();
        }

        /// @return whether it came to its end, and the next need not be told to stop
        private boolean run(Cta cta) {
            boolean hasEnded = false;
            try {
                while (!hasEnded && !ledger.isAfterFault(next)) {
                    if (ledger.isInterrupted()) {
                        throw worker.interruptFault(cta);
                    }
                    job.options().progress().ctasStarted(untaken.get(), job.ctas());
                    hasEnded = worker.runTurn(cta);
                    if (!hasEnded) {
                        worker.rejectLivelock(List.of(cta));
                    }
                }
                if (hasEnded) {
                    ended.add(worker.outcome());
                }
            } catch (LaneFault fault) {
                ledger.recordFault(next, worker.locate(fault, cta), worker.outcome());
                if (Thread.currentThread().isInterrupted()) {
                    ledger.interrupt();
                }
            }
            worker.resetOutcome();
            return hasEnded;
        }

        private void writeDown() {
            if (first < next) {
                ledger.recordCompleted(first, next, ended.sum());
                ended.clear();
                first = next;
            }
        }

        private void awaitTurn(Cta cta, int lane) {
            takesOne = true;
            writeDown();
            if (!ledger.awaitTurn(cta.linearIndex())) {
                throw new LaneFault(FaultKind.INTERRUPTED, lane, "the launch was interrupted");
            }
        }
    }

    /// How many CTAs a thread takes when so many are left: fewer towards the end, so that all
    /// threads end together, and one when threads wait for each other at the heap.
    private long share(long left) {
        long part = takesOne ? 1 : left / (PARTS * threads);
        return Math.min(left, Math.clamp(part, 1, most));
    }
}
