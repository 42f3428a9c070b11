package org.offloadtck.simt.execution;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// The rest of a launch whose CTAs may run in any order, on several threads of the host, the one
/// that launched among them: each takes the next CTA nobody has taken, and runs it to its end. A
/// CTA that goes to the heap waits there for those before it, all of which are on their way.
final class SeveralThreads {

    /// Threads that help a launch, kept for the next for a while. They end with the process.
    private static final ExecutorService HELPERS =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("launch-", 0).factory());

    private final Job job;
    private final Ledger ledger;
    private final AtomicLong next;

    /// @param next the first CTA nobody has taken
    SeveralThreads(Job job, Ledger ledger, long next) {
        this.job = job;
        this.ledger = ledger;
        this.next = new AtomicLong(next);
    }

    /// Runs all CTAs to their ends.
    ///
    /// @param own the worker of the calling thread
    /// @param begun CTAs of that worker that have not ended
    LaunchResult finish(Worker own, Collection<Cta> begun, int threads) {
        own.forget();
        own.share(this::awaitTurn);
        var helpers = new ArrayList<Future<?>>();
        boolean finished = false;
        try {
            while (helpers.size() < threads - 1) {
                helpers.add(HELPERS.submit(this::help));
            }
            begun.forEach(cta -> finish(own, cta));
            takeAll(own);
            finished = true;
        } finally {
            if (!finished) {
                ledger.interrupt();
            }
            awaitAll(helpers);
        }
        return ledger.result();
    }

    private void help() {
        try (var arena = Arena.ofConfined()) {
            var worker = new Worker(job, arena);
            worker.share(this::awaitTurn);
            takeAll(worker);
        }
    }

    private void takeAll(Worker worker) {
        long number = next.getAndIncrement();
        while (number < job.ctas() && !ledger.isPast(number) && !ledger.isInterrupted()) {
            finish(worker, worker.start(number));
            number = next.getAndIncrement();
        }
    }

    private void finish(Worker worker, Cta cta) {
        try {
            boolean ended = false;
            while (!ended && !ledger.isPast(cta.number())) {
                if (ledger.isInterrupted()) {
                    throw worker.interrupt(cta);
                }
                job.options().progress().reached(Math.min(next.get(), job.ctas()), job.ctas());
                ended = worker.runTurn(cta);
                if (!ended) {
                    worker.requireProgress(List.of(cta));
                }
            }
            if (ended) {
                ledger.ended(cta.number(), worker.soFar());
            }
        } catch (Fault fault) {
            ledger.stopped(cta.number(), worker.locate(fault, cta), worker.soFar());
            if (Thread.currentThread().isInterrupted()) {
                ledger.interrupt();
            }
        }
        worker.forget();
    }

    private void awaitTurn(Cta cta, int lane) {
        if (!ledger.awaitTurn(cta.number())) {
            throw new Fault(FaultKind.INTERRUPTED, lane, "the launch was interrupted");
        }
    }

    /// Waits for the helpers, whatever happens: what they work with is the launch's.
    private void awaitAll(List<Future<?>> helpers) {
        boolean interrupted = false;
        int ended = 0;
        while (ended < helpers.size()) {
            try {
                helpers.get(ended).get();
                ended++;
            } catch (InterruptedException _) {
                interrupted = true;
                ledger.interrupt();
            } catch (ExecutionException failure) {
                ledger.broken(failure);
                ended++;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
