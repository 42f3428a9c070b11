package org.offloadtck.simt.execution;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.offloadtck.simt.image.Code;

/// What a thread of the host needs to run CTAs of a launch. Nothing in it is another thread's.
final class Worker {

    /// Instructions a CTA may issue before the next one's turn.
    private static final long TURN = 1 << 16;

    private final Job job;
    private final Arena arena;
    private final Counts counts = new Counts();
    private final SystemCalls systemCalls;
    private final MemoryUnit memory;
    private final Interpreter interpreter;
    private final Patience patience;
    private final Deque<Cta> spare = new ArrayDeque<>();

    /// @param arena where CTAs keep their memory
    Worker(Job job, Arena arena) {
        this.job = job;
        this.arena = arena;
        this.systemCalls = new SystemCalls(job.image().memory(), job.options());
        this.memory = new MemoryUnit(job.image(), job.parameters(), counts);
        this.interpreter = new Interpreter(counts, memory, systemCalls, job.options());
        this.patience = new Patience(counts, interpreter.clock());
    }

    /// Says that other threads run CTAs of the launch at the same time, and whose turn it is to go
    /// to the heap.
    void share(SystemCalls.Turn turn) {
        memory.keep(MemoryUnit.Company.THREADS);
        systemCalls.keep(turn);
    }

    /// The CTA of that number, not an instruction of which has run.
    Cta start(long number) {
        var cta = spare.isEmpty() ? new Cta(job, counts, arena) : spare.pop();
        cta.start(number);
        job.options().observer().begins(cta);
        return cta;
    }

    /// Runs a CTA for a turn.
    ///
    /// @return whether it has ended
    /// @throws Fault of the CTA's running warp
    boolean runTurn(Cta cta) {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupt(cta);
        }
        long most = job.options().limits().instructions();
        if (counts.warpInstructions > most) {
            throw cta.stop(interpreter, most);
        }
        boolean ended = cta.run(interpreter, TURN);
        if (ended) {
            job.options().observer().ends(cta);
            spare.push(cta);
        } else if (job.options().host() == HostAccess.NONE) {
            cta.standstill().look(cta, counts.globalChanges());
        }
        return ended;
    }

    /// Refuses to go on with CTAs that wait for nobody but each other, when all go round without
    /// end.
    ///
    /// @param waiting at least one
    /// @throws Fault of the first
    void requireProgress(List<Cta> waiting) {
        if (patience.isAtEnd(waiting)) {
            throw waiting.getFirst().deadlock(interpreter, waiting);
        }
    }

    /// The fault of a CTA that is not to go on, for no fault of its own.
    Fault interrupt(Cta cta) {
        return cta.interrupt(interpreter);
    }

    /// Instructions its CTAs issued.
    long warpInstructions() {
        return counts.warpInstructions;
    }

    /// What its CTAs did since [#forget].
    LaunchResult soFar() {
        return new LaunchResult(counts.read(), systemCalls.output());
    }

    void forget() {
        counts.clear();
        systemCalls.forgetOutput();
    }

    /// A fault of the CTA that ran last, with who and where.
    Located locate(Fault fault, Cta cta) {
        var warp = cta.running();
        int thread = warp.index() * Code.LANES + fault.lane();
        var culprit =
                new KernelFaultException.Culprit(
                        job.kernel().name(), cta.position(), job.shape().cta().position(thread));
        int at = interpreter.at();
        var place = job.image().instruction(at).place();
        var location =
                new KernelFaultException.Location(
                        job.image().source(at), place.span(), place.origin());
        return new Located(fault, culprit, location);
    }

    /// A fault, with who and where.
    record Located(
            Fault fault,
            KernelFaultException.Culprit culprit,
            KernelFaultException.Location location) {

        /// The exception for a launch that did so much before the fault.
        KernelFaultException after(LaunchResult soFar) {
            return new KernelFaultException(fault, culprit, location, soFar);
        }
    }
}
