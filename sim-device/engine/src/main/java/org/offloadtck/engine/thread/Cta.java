package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.deadlock.DeadlockReport;
import org.offloadtck.engine.deadlock.StateRecurrence;
import org.offloadtck.engine.interpreter.Barriers;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.GridLaunch;

/// A CTA on its way: its warps, its shared memory, its barriers.
///
/// Its warps take turns in ascending order. The object serves one CTA of the grid after another.
public final class Cta {

    /// Instructions a warp may issue before the next warp's turn.
    private static final int TURN = 4096;

    /// Beyond the alignment any variable asks for; a cache line.
    private static final long SHARED_ALIGNMENT = 128;

    private final LaunchShape shape;
    private final MemorySegment shared;
    private final List<Warp> warps = new ArrayList<>();
    private final Barriers barriers;
    private final LoadedProgram image;
    private final CallFrame.Entry entry;
    private final long workspace;
    private final StateRecurrence recurrence = new StateRecurrence();
    private long linearIndex;
    private Extent3D position = new Extent3D(0, 0, 0);
    private int running;

    /// @param arena where it keeps its memory
    public Cta(GridLaunch job, RunningCounters counts, Arena arena) {
        this.image = job.image();
        this.entry = job.entry();
        this.shape = job.shape();
        this.workspace = job.workspace();
        int dynamic = shape.dynamicSharedBytes();
        int size =
                dynamic > 0
                        ? image.dynamicSharedOffset() + dynamic
                        : entry.function().sharedBytes();
        this.shared = arena.allocate(size, SHARED_ALIGNMENT);
        int count = Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
        this.barriers = new Barriers(this, count, image.code(), counts, job.options().observer());
        for (int i = 0; i < count; i++) {
            warps.add(new Warp(this, i, image, arena));
        }
    }

    /// About what a CTA takes of the host's memory, in bytes: calls may need as many registers
    /// again.
    public static long stateBytes(GridLaunch job) {
        var entry = job.entry();
        long warps = Math.ceilDiv(job.shape().cta().volume(), Code.LANES);
        long ofWarp = 2L * Long.BYTES * entry.rowsEnd() + (long) Code.LANES * entry.localEnd();
        long shared = (long) job.kernel().sharedBytes() + job.shape().dynamicSharedBytes();
        return warps * ofWarp + shared;
    }

    /// Becomes the CTA of that number, not a single instruction of which has run. Nothing is left
    /// of the one before it, so that what a CTA does is the same whichever object it gets.
    public void start(long of) {
        linearIndex = of;
        position = shape.grid().position(of);
        entry.forgetCalls();
        shared.fill((byte) 0);
        barriers.clear();
        int threads = (int) shape.cta().volume();
        for (var warp : warps) {
            int rest = threads - warp.index() * Code.LANES;
            warp.start(Math.min(Code.LANES, rest));
        }
        running = 0;
        recurrence.reset();
    }

    public LaunchShape shape() {
        return shape;
    }

    /// Its number in the grid.
    public long linearIndex() {
        return linearIndex;
    }

    public Extent3D position() {
        return position;
    }

    /// The address of its grid's [org.offloadtck.engine.program.GridBarrier], or 0.
    long workspace() {
        return workspace;
    }

    /// Where its shared memory is in this process.
    public long shared() {
        return shared.address();
    }

    public long sharedSize() {
        return shared.byteSize();
    }

    /// What its shared memory holds now.
    public byte[] sharedBytes() {
        return shared.toArray(ValueLayout.JAVA_BYTE);
    }

    /// The kernel's frame.
    public CallFrame.Entry entry() {
        return entry;
    }

    public Barriers barriers() {
        return barriers;
    }

    public List<Warp> warps() {
        return warps;
    }

    /// The warp whose turn it is.
    public Warp running() {
        return warps.get(running);
    }

    /// Runs warps in turn until all threads have exited, none can go on, or `budget` instructions
    /// are issued.
    ///
    /// @return whether all threads have exited
    public boolean run(Interpreter interpreter, long budget) {
        long left = budget;
        boolean idle = false;
        while (left > 0 && !idle && !hasEnded()) {
            idle = true;
            for (running = 0; running < warps.size(); running++) {
                long issued = running().run(interpreter, TURN);
                left -= issued;
                idle &= issued == 0;
            }
            running = 0;
        }
        boolean ended = hasEnded();
        if (idle && !ended) {
            throw deadlockFault(interpreter, List.of(this));
        }
        return ended;
    }

    /// Whether its threads go round without end.
    public StateRecurrence recurrence() {
        return recurrence;
    }

    /// The fault that ends CTAs whose threads all go round or wait, this one's first thread to
    /// blame.
    public LaneFault deadlockFault(Interpreter interpreter, List<Cta> all) {
        pointAtFirst(interpreter);
        return DeadlockReport.of(all, image);
    }

    /// The fault that ends a CTA some of whose threads live, for no fault of theirs.
    public LaneFault interruptFault(Interpreter interpreter) {
        int lane = pointAtFirst(interpreter).firstLane();
        return new LaneFault(FaultKind.INTERRUPTED, lane, "the launch was interrupted");
    }

    /// The fault that ends a CTA some of whose threads live when the launch may issue no more
    /// instructions.
    public LaneFault instructionLimitFault(Interpreter interpreter, long instructions) {
        int lane = pointAtFirst(interpreter).firstLane();
        return new LaneFault(
                FaultKind.TOO_LONG,
                lane,
                "the launch goes on when it should end within %d instructions"
                        .formatted(instructions));
    }

    /// Takes the first thread that has not exited for the one that runs.
    private LaneGroup pointAtFirst(Interpreter interpreter) {
        running = 0;
        while (running().groups().isEmpty()) {
            running++;
        }
        var group = running().groups().getFirst();
        interpreter.setCurrent(group);
        return group;
    }

    private boolean hasEnded() {
        int live = 0;
        for (int i = 0; i < warps.size(); i++) {
            live |= warps.get(i).live();
        }
        return live == 0;
    }
}
