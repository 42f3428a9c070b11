package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.offloadtck.engine.analysis.CtaOrderDependence;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaunchShape;

/// A launch: the CTAs of a grid, some of them on their way at a time.
///
/// CTAs start in ascending order, and usually each ends in its first turn. When one does not, or
/// the launch turns out to be long, it matters what the kernel is. If no CTA can learn of another
/// ([LoadedProgram#ctaOrder]), CTAs run one after another to their ends, on several threads of the
/// host at a time where the launch may use them. If one can, the order is fixed: a CTA that waits
/// for another or is long stands in line; each in line gets a turn before the next CTA starts,
/// until as many are resident as the device holds, or the host has room for. So CTAs may wait for
/// one another nearly as far as they can on a device, and no more are kept than need be.
public final class Grid {

    /// What CTAs on their way may take of the host's memory, in bytes: a large kernel of
    /// unoptimised code takes half a megabyte for each, and large devices hold thousands.
    private static final long STATE_BYTES = 256L << 20;

    private static final long LEAST_RESIDENT = 64;

    /// Instructions after which a launch is long: a few tenths of a millisecond's, so that looking
    /// through the kernel and asking for threads is little beside it.
    private static final long LONG = 1 << 12;

    /// Largest alignment a parameter can have, in bytes (PTX ISA §5.4.2: `.v4.b32`).
    private static final long PARAMETER_ALIGNMENT = 16;

    private final GridLaunch job;
    private final CtaWorker worker;
    private final Deque<Cta> line = new ArrayDeque<>();
    private long next;

    private Grid(GridLaunch job, Arena arena) {
        this.job = job;
        this.worker = new CtaWorker(job, arena);
    }

    /// Runs a kernel to its end, or until the calling thread is interrupted; it stays interrupted
    /// then.
    ///
    /// @param parameters the kernel's parameters, each where [DecodedFunction#parameters] says
    /// @throws KernelFaultException if device code does wrong or the thread is interrupted
    public static LaunchOutcome launch(
            LoadedProgram image,
            DecodedFunction kernel,
            LaunchShape shape,
            byte[] parameters,
            LaunchOptions options) {
        try (var arena = Arena.ofConfined()) {
            var block = arena.allocate(parameters.length, PARAMETER_ALIGNMENT);
            block.copyFrom(MemorySegment.ofArray(parameters));
            var job =
                    new GridLaunch(
                            image, kernel, shape, block, workspace(image, shape, options), options);
            return new Grid(job, arena).run();
        } finally {
            Reference.reachabilityFence(image.memory());
        }
    }

    /// CTAs can wait for each other if all are resident at a time, as those of a cooperative launch
    /// are; code that is told of no workspace takes the launch for one that is not.
    private static long workspace(LoadedProgram image, LaunchShape shape, LaunchOptions options) {
        boolean fits = shape.grid().volume() <= options.limits().residentCtas();
        return fits ? GridBarrier.prepare(image) : 0;
    }

    private LaunchOutcome run() {
        long longAfter = job.image().ctasUntilLong(job.kernel());
        if (job.ctas() <= longAfter) {
            runUntilLong();
            longAfter = next;
        }
        if (next < job.ctas() || !line.isEmpty()) {
            switch (CtaOrderDependence.of(job.image(), job.kernel())) {
                case CtaOrderDependence.Dependent _ -> takeTurns();
                case CtaOrderDependence.Independent _ -> {
                    int threads = threads();
                    if (threads > 1) {
                        job.image().recordLongLaunch(job.kernel(), longAfter);
                        return onSeveralThreads(threads, longAfter);
                    }
                    takeInOrder();
                }
            }
        }
        return worker.outcome();
    }

    private void runUntilLong() {
        while (next < job.ctas() && line.isEmpty() && worker.warpInstructions() < LONG) {
            runTurn(worker.start(next++));
        }
    }

    private LaunchOutcome onSeveralThreads(int threads, long longAfter) {
        var ledger = new OrderedResults(next - line.size(), worker.outcome());
        return new ParallelLaunch(job, ledger, threads, longAfter).finish(worker, line, next);
    }

    /// How many threads the rest of the launch may use. A limit of instructions is one of all CTAs
    /// together, in their order.
    private int threads() {
        var options = job.options();
        boolean apart =
                options.observer().equals(LaunchObserver.NONE)
                        || options.observer().permitsParallelCtas();
        boolean unlimited = options.limits().instructions() == LaunchLimits.UNLIMITED;
        long left = job.ctas() - next + line.size();
        return apart && unlimited ? (int) Math.min(options.threads(), left) : 1;
    }

    private void takeTurns() {
        long resident =
                Math.min(
                        job.options().limits().residentCtas(),
                        Math.max(LEAST_RESIDENT, STATE_BYTES / Cta.stateBytes(job)));
        while (next < job.ctas() || !line.isEmpty()) {
            int waiting = line.size();
            if (next < job.ctas() && waiting < resident) {
                runTurn(worker.start(next++));
            }
            for (int i = 0; i < waiting; i++) {
                runTurn(line.remove());
            }
            boolean noneCanStart = next == job.ctas() || line.size() >= resident;
            if (noneCanStart && !line.isEmpty()) {
                requireProgress(inOrder(line));
            }
        }
    }

    private void takeInOrder() {
        while (next < job.ctas() || !line.isEmpty()) {
            runTurn(line.isEmpty() ? worker.start(next++) : line.remove());
            if (!line.isEmpty()) {
                requireProgress(List.of(line.getFirst()));
            }
        }
    }

    private static List<Cta> inOrder(Deque<Cta> line) {
        return line.stream().sorted(Comparator.comparingLong(Cta::linearIndex)).toList();
    }

    private void requireProgress(List<Cta> waiting) {
        try {
            worker.rejectLivelock(waiting);
        } catch (LaneFault fault) {
            throw worker.locate(fault, waiting.getFirst()).after(worker.outcome());
        }
    }

    private void runTurn(Cta cta) {
        job.options().progress().ctasStarted(next, job.ctas());
        try {
            if (!worker.runTurn(cta)) {
                line.add(cta);
            }
        } catch (LaneFault fault) {
            throw worker.locate(fault, cta).after(worker.outcome());
        }
    }
}
