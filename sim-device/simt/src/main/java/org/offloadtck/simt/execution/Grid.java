package org.offloadtck.simt.execution;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;

/// A launch: the CTAs of a grid, some of them on their way at a time.
///
/// CTAs start in ascending order, and usually each ends in its first turn. One that does not,
/// because it waits for another or is long, stands in line; each in line gets a turn before the
/// next CTA starts, until as many are resident as the device holds, or the host has room for. So
/// CTAs may wait for one another nearly as far as they can on a device, and no more are kept than
/// need be.
public final class Grid {

    /// Instructions a CTA may issue before the next one's turn.
    private static final long TURN = 1 << 16;

    /// What CTAs on their way may take of the host's memory, in bytes: a large kernel of
    /// unoptimised code takes half a megabyte for each, and large devices hold thousands.
    private static final long STATE_BYTES = 256L << 20;

    private static final long LEAST_RESIDENT = 64;

    /// Largest alignment a parameter can have, in bytes (PTX ISA §5.4.2: `.v4.b32`).
    private static final long PARAMETER_ALIGNMENT = 16;

    private final DeviceImage image;
    private final DeviceFunction kernel;
    private final LaunchShape shape;
    private final int resident;
    private final long instructions;
    private final Arena arena;
    private final Counts counts = new Counts();
    private final SystemCalls systemCalls;
    private final Interpreter interpreter;
    private final LaunchObserver observer;
    private final Frame.Entry entry;
    private final Deque<Cta> line = new ArrayDeque<>();
    private final Deque<Cta> spare = new ArrayDeque<>();

    private Grid(
            DeviceFunction kernel,
            LaunchShape shape,
            MemorySegment parameters,
            DeviceImage image,
            LaunchOptions options,
            Arena arena) {
        this.image = image;
        this.kernel = kernel;
        this.shape = shape;
        this.arena = arena;
        this.observer = options.observer();
        this.systemCalls = new SystemCalls(image.memory(), options.limits().heap());
        var memory = new MemoryUnit(image, parameters, counts);
        this.interpreter = new Interpreter(counts, memory, systemCalls, options);
        this.entry =
                new Frame.Entry(
                        kernel,
                        image.code().fixed().values().length,
                        Code.FIXED_PREDICATES,
                        image.threadLocalBytes());
        this.instructions = options.limits().instructions();
        this.resident = (int) Math.min(options.limits().residentCtas(), affordable());
    }

    /// How many CTAs the host can keep at a time, at least [#LEAST_RESIDENT].
    private long affordable() {
        return Math.max(LEAST_RESIDENT, STATE_BYTES / Cta.stateBytes(entry, shape));
    }

    /// Runs a kernel to its end, or until the calling thread is interrupted; it stays interrupted
    /// then.
    ///
    /// @param parameters the kernel's parameters, each where [DeviceFunction#parameters] says
    /// @throws KernelFaultException if device code does wrong or the thread is interrupted
    public static LaunchResult launch(
            DeviceImage image,
            DeviceFunction kernel,
            LaunchShape shape,
            byte[] parameters,
            LaunchOptions options) {
        try (var arena = Arena.ofConfined()) {
            var block = arena.allocate(parameters.length, PARAMETER_ALIGNMENT);
            block.copyFrom(MemorySegment.ofArray(parameters));
            return new Grid(kernel, shape, block, image, options, arena).run();
        } finally {
            Reference.reachabilityFence(image.memory());
        }
    }

    private LaunchResult run() {
        long next = 0;
        long ctas = shape.grid().volume();
        while (next < ctas || !line.isEmpty()) {
            int waiting = line.size();
            if (next < ctas && waiting < resident) {
                runTurn(start(shape.grid().position(next++)));
            }
            for (int i = 0; i < waiting; i++) {
                runTurn(line.remove());
            }
        }
        return soFar();
    }

    private LaunchResult soFar() {
        return new LaunchResult(counts.read(), systemCalls.output());
    }

    private Cta start(Extent position) {
        var cta =
                spare.isEmpty()
                        ? new Cta(image, entry, shape, counts, observer, arena)
                        : spare.pop();
        cta.start(position);
        observer.begins(cta);
        return cta;
    }

    private void runTurn(Cta cta) {
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw cta.interrupt(interpreter);
            }
            if (counts.warpInstructions > instructions) {
                throw cta.stop(interpreter, instructions);
            }
            boolean ended = cta.run(interpreter, TURN);
            if (ended) {
                observer.ends(cta);
            }
            (ended ? spare : line).add(cta);
        } catch (Fault fault) {
            throw locate(fault, cta);
        }
    }

    private KernelFaultException locate(Fault fault, Cta cta) {
        var warp = cta.running();
        int thread = warp.index() * Code.LANES + fault.lane();
        var culprit =
                new KernelFaultException.Culprit(
                        kernel.name(), cta.position(), shape.cta().position(thread));
        int at = interpreter.at();
        var place = image.instruction(at).place();
        var location =
                new KernelFaultException.Location(image.source(at), place.span(), place.origin());
        return new KernelFaultException(fault, culprit, location, soFar());
    }
}
