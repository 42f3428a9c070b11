package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import org.offloadtck.engine.analysis.CtaOrderDependence;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;

/// Schedules the CTAs of a launch.
///
/// CTAs start in ascending order, and usually each ends in its first turn. If a CTA does not, or
/// the launch is long, the schedule depends on the kernel ([CtaOrderDependence]):
///
/// - If the results cannot depend on the order of CTAs, each CTA runs to its end before the next,
///   on several host threads if the options permit them.
/// - Otherwise the order is fixed. A CTA that has not ended after a turn joins a queue. Each CTA of
///   the queue that does not wait for others gets a turn before the next CTA starts, until as many
///   CTAs are resident as the device holds. So CTAs may wait for each other as far as they can on a
///   device, and a grid that waits for all of its CTAs takes time that grows as their number does.
///   To save memory of the host, fewer are resident while they make progress, unless the launch can
///   wait at the grid barrier.
///
/// Clusters of more than one CTA start one after another, each as a whole, and the order is fixed.
public final class Grid {

    /// Host memory that the state of CTAs may take while they make progress, in bytes. A large
    /// unoptimised kernel takes some megabytes for each CTA, and large devices hold thousands.
    private static final long STATE_BYTES = 256L << 20;

    private static final long LEAST_RESIDENT = 16;

    /// Instructions after which a launch is long: a few tenths of a millisecond. The analysis of
    /// the kernel and the start of threads take little time in comparison.
    private static final long LONG = 1 << 12;

    /// Largest alignment of a parameter in bytes (PTX ISA §5.4.2: `.v4.b32`).
    private static final long PARAMETER_ALIGNMENT = 16;

    private final GridLaunch launch;
    private final CtaWorker worker;

    /// CTAs that have started and not ended.
    private final Deque<CtaExecution> queue = new ArrayDeque<>();

    /// Index of the first CTA that has not started.
    private long next;

    /// CTAs that may be resident.
    private int most;

    private Grid(GridLaunch launch, Arena arena) {
        this.launch = launch;
        this.worker = new CtaWorker(launch, arena);
        this.most = launch.options().limits().residentCtas();
    }

    /// Executes a kernel until it ends or the calling thread is interrupted. The interrupt status
    /// of the thread remains set.
    ///
    /// @param parameters the parameter block, laid out by [DecodedFunction#parameters]
    /// @throws org.offloadtck.engine.launch.KernelFaultException if the kernel faults or the thread
    ///   is interrupted
    public static LaunchOutcome launch(
            LoadedProgram program,
            DecodedFunction kernel,
            LaunchShape shape,
            byte[] parameters,
            LaunchOptions options) {
        try (var arena = Arena.ofConfined()) {
            var block = arena.allocate(parameters.length, PARAMETER_ALIGNMENT);
            block.copyFrom(MemorySegment.ofArray(parameters));
            long barrier = gridBarrier(program, shape, options);
            try {
                var launch = new GridLaunch(program, kernel, shape, block, barrier, options);
                return new Grid(launch, arena).run();
            } finally {
                GridBarrier.release(program, barrier);
            }
        } finally {
            Reference.reachabilityFence(program.memory());
        }
    }

    /// The address of the grid barrier if all CTAs can be resident, as those of a cooperative
    /// launch are; 0 otherwise. Code that reads 0 knows that the launch is not cooperative.
    private static long gridBarrier(
            LoadedProgram program, LaunchShape shape, LaunchOptions options) {
        boolean fits = shape.grid().volume() <= options.limits().residentCtas();
        return fits ? GridBarrier.acquire(program) : 0;
    }

    private LaunchOutcome run() {
        long longAfter = launch.program().ctasUntilLong(launch.kernel());
        if (launch.ctas() <= longAfter) {
            runUntilLong();
            longAfter = next;
        }
        if (clusterCtas() > 1) {
            runInTurns();
        } else if (next < launch.ctas() || !queue.isEmpty()) {
            switch (CtaOrderDependence.of(launch.program(), launch.kernel())) {
                case CtaOrderDependence.Dependent _ -> runInTurns();
                case CtaOrderDependence.Independent _ -> {
                    int threads = threads();
                    if (threads > 1) {
                        launch.program().recordLongLaunch(launch.kernel(), longAfter);
                        return runInParallel(threads, longAfter);
                    }
                    runInOrder();
                }
            }
        }
        return worker.outcome();
    }

    private void runUntilLong() {
        while (next < launch.ctas() && queue.isEmpty() && worker.warpInstructions() < LONG) {
            startCluster();
        }
    }

    private int clusterCtas() {
        return launch.shape().cluster().ctas();
    }

    /// Starts the next cluster and gives each of its CTAs a turn.
    private void startCluster() {
        for (var execution : worker.startCluster(next)) {
            next++;
            runTurn(execution);
        }
    }

    private LaunchOutcome runInParallel(int threads, long longAfter) {
        var results = new OrderedResults(next - queue.size(), worker.outcome());
        return new ParallelLaunch(launch, results, threads, longAfter).finish(worker, queue, next);
    }

    /// Threads that the rest of the launch may use. A limit of instructions is for all CTAs
    /// together in their order, so it requires a single thread.
    private int threads() {
        var options = launch.options();
        boolean permitted =
                options.observer().equals(LaunchObserver.NONE)
                        || options.observer().permitsParallelCtas();
        boolean unlimited = options.limits().instructions() == LaunchLimits.UNLIMITED;
        long left = launch.ctas() - next + queue.size();
        return permitted && unlimited ? (int) Math.min(options.threads().count(), left) : 1;
    }

    private void runInTurns() {
        boolean makesProgress = true;
        while (next < launch.ctas() || !queue.isEmpty()) {
            boolean starts = canStart(makesProgress ? residentInProgress() : most);
            makesProgress = runRound(starts);
            if (!canStart(most) && !queue.isEmpty()) {
                most = awaitOthers(inOrder(queue)).orElse(most);
            }
        }
    }

    /// Whether the next cluster can start.
    ///
    /// @param resident CTAs that may be resident; one cluster always may
    private boolean canStart(long resident) {
        return next < launch.ctas()
                && (queue.isEmpty() || queue.size() + clusterCtas() <= resident);
    }

    /// CTAs that are resident while they make progress: all if they can wait at the grid barrier.
    private long residentInProgress() {
        long ctas = Math.max(LEAST_RESIDENT, STATE_BYTES / launch.ctaStateBytes());
        return launch.gridBarrier() == 0 ? Math.min(most, ctas) : most;
    }

    /// Starts the next cluster, if it can start, and gives the CTAs of the queue their turns.
    ///
    /// @return whether a CTA has ended or changed global memory and does not wait
    private boolean runRound(boolean starts) {
        int waiting = queue.size();
        long changes = worker.globalChanges();
        if (starts) {
            startCluster();
        }
        int live = queue.size();
        for (int i = 0; i < waiting; i++) {
            var execution = queue.remove();
            if (starts && execution.isWaiting()) {
                queue.add(execution);
            } else {
                runTurn(execution);
            }
        }
        boolean changed = queue.size() < live || changes != worker.globalChanges();
        return changed && !queue.stream().allMatch(CtaExecution::isWaiting);
    }

    private void runInOrder() {
        while (next < launch.ctas() || !queue.isEmpty()) {
            runTurn(queue.isEmpty() ? worker.start(next++) : queue.remove());
            if (!queue.isEmpty()) {
                awaitOthers(List.of(queue.getFirst()));
            }
        }
    }

    private static List<CtaExecution> inOrder(Deque<CtaExecution> queue) {
        return queue.stream()
                .sorted(Comparator.comparingLong(execution -> execution.cta().linearIndex()))
                .toList();
    }

    private OptionalInt awaitOthers(List<CtaExecution> waiting) {
        try {
            return worker.awaitOthers(waiting, launch.ctas() - next);
        } catch (LaneFault fault) {
            throw worker.locate(fault, waiting.getFirst()).toException(worker.outcome());
        }
    }

    private void runTurn(CtaExecution execution) {
        try {
            if (!worker.runTurn(execution)) {
                queue.add(execution);
            }
            launch.options()
                    .progress()
                    .progressed(next - queue.size(), launch.ctas(), worker.warpInstructions());
        } catch (LaneFault fault) {
            throw worker.locate(fault, execution).toException(worker.outcome());
        }
    }
}
