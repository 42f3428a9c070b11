package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.offloadtck.engine.access.MemoryInstructions;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.deadlock.LivelockDetector;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.systemcall.SystemCalls;
import org.offloadtck.engine.thread.Cta;

/// What a thread of the host needs to run CTAs of a launch. Nothing in it is another thread's.
final class CtaWorker {

    /// Instructions a CTA may issue before the next one's turn.
    private static final long TURN = 1 << 16;

    private final GridLaunch job;
    private final Arena arena;
    private final RunningCounters counts = new RunningCounters();
    private final SystemCalls systemCalls;
    private final MemoryInstructions memory;
    private final Interpreter interpreter;
    private final LivelockDetector patience;
    private final Deque<Cta> spare = new ArrayDeque<>();

    /// @param arena where CTAs keep their memory
    CtaWorker(GridLaunch job, Arena arena) {
        this.job = job;
        this.arena = arena;
        this.systemCalls = new SystemCalls(job.image().memory(), job.options());
        this.memory = new MemoryInstructions(job.image(), job.parameters(), counts);
        this.interpreter = new Interpreter(counts, memory, systemCalls, job.options());
        this.patience = new LivelockDetector(counts, interpreter.clock());
    }

    /// Says that other threads run CTAs of the launch at the same time, and whose turn it is to go
    /// to the heap.
    void setConcurrent(SystemCalls.HeapTurn turn) {
        memory.keep(MemoryInstructions.Concurrency.THREADS);
        systemCalls.keep(turn);
    }

    /// The CTA of that number, not an instruction of which has run.
    Cta start(long number) {
        var cta = spare.isEmpty() ? new Cta(job, counts, arena) : spare.pop();
        cta.start(number);
        job.options().observer().ctaStarted(cta);
        return cta;
    }

    /// Runs a CTA for a turn.
    ///
    /// @return whether it has ended
    /// @throws Fault of the CTA's running warp
    boolean runTurn(Cta cta) {
        if (Thread.currentThread().isInterrupted()) {
            throw interruptFault(cta);
        }
        long most = job.options().limits().instructions();
        if (counts.warpInstructions > most) {
            throw cta.instructionLimitFault(interpreter, most);
        }
        boolean ended = cta.run(interpreter, TURN);
        if (ended) {
            job.options().observer().ends(cta);
            spare.push(cta);
        } else if (job.options().host() == HostAccess.NONE) {
            cta.recurrence().record(cta, counts.globalChanges());
        }
        return ended;
    }

    /// Refuses to go on with CTAs that wait for nobody but each other, when all go round without
    /// end.
    ///
    /// @param waiting at least one
    /// @throws Fault of the first
    void rejectLivelock(List<Cta> waiting) {
        if (patience.isLivelocked(waiting)) {
            throw waiting.getFirst().deadlockFault(interpreter, waiting);
        }
    }

    /// The fault of a CTA that is not to go on, for no fault of its own.
    LaneFault interruptFault(Cta cta) {
        return cta.interruptFault(interpreter);
    }

    /// Instructions its CTAs issued.
    long warpInstructions() {
        return counts.warpInstructions;
    }

    /// What its CTAs did since [#resetOutcome].
    LaunchOutcome outcome() {
        return new LaunchOutcome(counts.snapshot(), systemCalls.output());
    }

    void resetOutcome() {
        counts.clear();
        systemCalls.forgetOutput();
    }

    /// A fault of the CTA that ran last, with who and where.
    Located locate(LaneFault fault, Cta cta) {
        var warp = cta.running();
        int thread = warp.index() * Code.LANES + fault.lane();
        var culprit =
                new KernelFaultException.FaultingThread(
                        job.kernel().name(), cta.position(), job.shape().cta().position(thread));
        int at = interpreter.currentPc();
        var place = job.image().instruction(at).location();
        var location =
                new KernelFaultException.CodeLocation(
                        job.image().source(at), place.span(), place.debugLocation());
        return new Located(fault, culprit, location);
    }

    /// A fault, with who and where.
    record Located(
            LaneFault fault,
            KernelFaultException.FaultingThread culprit,
            KernelFaultException.CodeLocation location) {

        /// The exception for a launch that did so much before the fault.
        KernelFaultException after(LaunchOutcome soFar) {
            return new KernelFaultException(fault, culprit, location, soFar);
        }
    }
}
