package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import org.offloadtck.engine.access.MemoryInstructions;
import org.offloadtck.engine.deadlock.LivelockDetector;
import org.offloadtck.engine.deadlock.SpinProbe;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.systemcall.SystemCalls;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;

/// Runs CTAs of a launch on one thread of the host. Workers share nothing but device memory.
final class CtaWorker {

    /// Instructions of livelocked CTAs that are observed for the report.
    private static final long REPORTED_TURN = 1 << 12;

    private final GridLaunch launch;
    private final Arena arena;
    private final RunningCounters counters = new RunningCounters();
    private final SystemCalls systemCalls;
    private final MemoryInstructions memory;
    private final HeapAccessLog heapAccesses;
    private final DeviceWorkLog deviceWork;
    private final Interpreter interpreter;
    private final LivelockDetector livelock;
    private final SpinDiagnosis spins;
    private final SpinProbe probe;
    private Optional<Interpreter> probing = Optional.empty();

    /// Clusters that have ended, whose objects are reused.
    private final Deque<List<CtaExecution>> spare = new ArrayDeque<>();

    /// Clusters that have started and not ended.
    private final Map<Cluster, List<CtaExecution>> live = new HashMap<>();

    /// @param arena owner of the memory of CTAs
    CtaWorker(GridLaunch launch, Arena arena) {
        this.launch = launch;
        this.arena = arena;
        this.deviceWork = new DeviceWorkLog(launch);
        this.systemCalls = new SystemCalls(launch.program(), launch.options(), deviceWork);
        this.memory =
                new MemoryInstructions(launch.program(), launch.parameters(), counters, arena);
        this.heapAccesses = new HeapAccessLog(launch);
        memory.setHeapAccessListener(heapAccesses);
        memory.setPhaseListener(launch.options().observer()::mbarrierCompleted);
        if (!launch.options().host().equals(HostAccess.NONE)) {
            memory.setConcurrency(MemoryInstructions.Concurrency.THREADS);
        }
        this.interpreter = new Interpreter(counters, memory, systemCalls, launch.options());
        this.livelock = new LivelockDetector(counters, interpreter.clock());
        this.probe = new SpinProbe(launch.program(), interpreter.clock(), arena);
        var clockWaits = new LivelockDetector(counters, interpreter.clock());
        this.spins = new SpinDiagnosis(launch.options(), livelock, clockWaits, probe);
    }

    /// Prepares the worker for other workers that run CTAs of the launch at the same time.
    ///
    /// @param turn called before each access to the heap
    void setConcurrent(SystemCalls.HeapTurn turn) {
        memory.setConcurrency(MemoryInstructions.Concurrency.THREADS);
        systemCalls.setHeapTurn(turn);
    }

    /// Starts a CTA that is a cluster of its own.
    ///
    /// @param index in the grid
    CtaExecution start(long index) {
        return startCluster(index).getFirst();
    }

    /// Starts the CTAs of a cluster.
    ///
    /// @param first index of the first in the order of starts
    List<CtaExecution> startCluster(long first) {
        var executions = spare.isEmpty() ? createCluster() : spare.pop();
        var cluster = executions.getFirst().cta().cluster();
        cluster.start(first);
        live.put(cluster, executions);
        for (var execution : executions) {
            execution.start();
            launch.options().observer().ctaStarted(execution.cta());
        }
        return executions;
    }

    private List<CtaExecution> createCluster() {
        return launch.createCluster(arena).ctas().stream()
                .map(cta -> new CtaExecution(launch.program(), counters, interpreter, cta))
                .toList();
    }

    private void end(Cta cta) {
        launch.options().observer().ctaEnded(cta);
        if (cta.cluster().hasEnded()) {
            spare.push(Objects.requireNonNull(live.remove(cta.cluster())));
        }
    }

    /// Runs a CTA for a turn.
    ///
    /// @return whether it has ended
    /// @throws LaneFault of the running warp of the CTA
    boolean runTurn(CtaExecution execution) {
        if (Thread.currentThread().isInterrupted()) {
            throw execution.interruptFault();
        }
        long limit = launch.options().limits().instructions();
        if (counters.warpInstructions > limit) {
            throw execution.instructionLimitFault(limit);
        }
        return runTurn(execution, spins.isProbing() ? probing() : interpreter, spins.turn());
    }

    private boolean runTurn(CtaExecution execution, Interpreter by, long budget) {
        execution.setInterpreter(by);
        boolean ended = execution.run(budget);
        memory.synchronize();
        if (ended) {
            end(execution.cta());
        } else {
            execution.recurrence().record(execution.cta(), counters.globalChanges());
        }
        return ended;
    }

    /// The interpreter for probed turns.
    private Interpreter probing() {
        if (probing.isEmpty()) {
            var options = launch.options();
            var probed =
                    options.withObserver(options.observer().and(probe))
                            .withExecutor(ExecutionStrategy.INTERPRETER);
            probing =
                    Optional.of(
                            new Interpreter(
                                    counters, memory, systemCalls, probed, interpreter.clock()));
        }
        return probing.get();
    }

    /// Rejects CTAs that wait for each other and can make no more progress.
    ///
    /// @param waiting at least one
    /// @throws LaneFault of the first
    void rejectLivelock(List<CtaExecution> waiting) {
        var states = waiting.stream().map(CtaExecution::recurrence).toList();
        boolean isConcurrent = !launch.options().host().equals(HostAccess.NONE);
        if (isConcurrent && spins.isLivelocked(states)) {
            throw deadlockFault(waiting, spins.addresses());
        }
        if (!isConcurrent) {
            if (livelock.isLivelocked(states)) {
                probe.start();
                waiting.forEach(each -> runTurn(each, probing(), REPORTED_TURN));
                throw deadlockFault(waiting, Collections.emptySortedSet());
            }
            spins.sampleIfQuiet();
        }
    }

    private LaneFault deadlockFault(List<CtaExecution> waiting, SortedSet<Long> read) {
        var ctas = waiting.stream().map(CtaExecution::cta).toList();
        return waiting.getFirst().deadlockFault(ctas, read, probe.mbarriers());
    }

    /// Has CTAs wait that wait for others, and rejects them if they can make no more progress.
    ///
    /// @param waiting at least one
    /// @param unstarted CTAs that have not started
    /// @return the number of CTAs that may be resident after a wait; empty if there was none
    /// @throws LaneFault of the first
    OptionalInt awaitOthers(List<CtaExecution> waiting, long unstarted) {
        if (launch.options().host().scheduler().isEmpty()) {
            rejectLivelock(waiting);
            return OptionalInt.empty();
        }
        var states = waiting.stream().map(CtaExecution::recurrence).toList();
        var decision = spins.schedule(states, unstarted);
        return decision.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(resident(waiting, decision.get()));
    }

    private int resident(List<CtaExecution> waiting, HostAccess.Decision decision) {
        var first = waiting.getFirst();
        return switch (decision) {
            case HostAccess.Decision.Continue(int resident) -> resident;
            case HostAccess.Decision.Stop _ -> throw first.interruptFault();
            case HostAccess.Decision.Livelock _ -> throw deadlockFault(waiting, spins.addresses());
        };
    }

    /// Instructions that CTAs of this worker have issued.
    long warpInstructions() {
        return counters.warpInstructions;
    }

    /// Changes of global memory by CTAs of this worker ([RunningCounters#globalChanges]).
    long globalChanges() {
        return counters.globalChanges();
    }

    /// The outcome of the CTAs since [#resetOutcome].
    LaunchOutcome outcome() {
        return new LaunchOutcome(
                counters.snapshot(),
                systemCalls.output(),
                heapAccesses.accesses(),
                deviceWork.work());
    }

    void resetOutcome() {
        counters.clear();
        systemCalls.clearOutput();
        heapAccesses.clear();
        deviceWork.clear();
    }

    /// Adds the thread and the code location to a fault of the CTA that ran last.
    LocatedFault locate(LaneFault fault, CtaExecution execution) {
        return new LocatedFault(
                fault,
                launch.thread(execution.cta().running(), fault.lane()),
                launch.location(execution.currentPc()));
    }

    /// A fault with its thread and its code location.
    record LocatedFault(
            LaneFault fault,
            KernelFaultException.FaultingThread thread,
            KernelFaultException.CodeLocation location) {

        /// The exception to throw.
        ///
        /// @param partial counters and output of the launch up to the fault
        KernelFaultException toException(LaunchOutcome partial) {
            return new KernelFaultException(fault, thread, location, partial);
        }
    }
}
