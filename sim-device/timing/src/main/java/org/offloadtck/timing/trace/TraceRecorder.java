package org.offloadtck.timing.trace;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.code.BuiltinFunction.SystemCall;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.BlockExecution;
import org.offloadtck.engine.launch.LaneExecution;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.timing.KernelStatistics;
import org.offloadtck.timing.TimingDetail;

/// Records the CTAs of a launch independently, and passes each trace on when its CTA ends.
public final class TraceRecorder implements LaunchObserver {

    /// Receives the traces of CTAs.
    public interface Receiver {

        /// A CTA has ended.
        ///
        /// @param number of the CTA in the order of starts, which is that of the grid, `x` varying
        ///   fastest, unless there are clusters
        void ended(long number, CtaTrace trace);

        /// A thread begins to record CTAs beside others; called by that thread.
        default void workerStarted() {}

        /// A thread has no more CTA to record; called by that thread, which may work for the
        /// receiver until the call returns.
        default void workerEnded() {}
    }

    /// In nanoseconds (PTX ISA 9.0, nanosleep: at most one millisecond).
    private static final int LONGEST_SLEEP = 1_000_000;

    /// A power of two, several times the threads of a host.
    private static final int RECENT = 256;

    private final LoadedProgram image;
    private final int[] words;
    private final Receiver receiver;
    private final AccessRecorder.Shape[] shapes;
    private final MbarrierPhases.Use[] uses;
    private final Map<Cta, CtaRecorder> recorders = new ConcurrentHashMap<>();
    private final TraceBudget room;
    private final int counted;

    /// Recorders asked for lately, each at a place that its CTA's hash gives. Threads race for a
    /// place; a record is seen whole or not at all.
    private final Recent[] recent = new Recent[RECENT];

    /// Which recorder is a CTA's.
    private record Recent(Cta cta, CtaRecorder recorder) {}

    /// @param room for traces; where there is no more, nothing is recorded any longer
    public TraceRecorder(
            LoadedProgram image, Receiver receiver, TraceBudget room, TimingDetail detail) {
        this.room = room;
        this.counted =
                switch (detail) {
                    case LAUNCH -> 0;
                    case INSTRUCTIONS -> image.code().instructions().size();
                };
        this.image = image;
        this.words = image.code().words();
        this.receiver = receiver;
        this.uses = MbarrierPhases.Use.of(image);
        this.shapes = new AccessRecorder.Shape[image.code().instructions().size()];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = shape(i);
        }
    }

    private AccessRecorder.Shape shape(int programCounter) {
        if (!AccessRecorder.isAccess(image, programCounter)) {
            return AccessRecorder.Shape.NONE;
        }
        int at = programCounter * Code.STRIDE;
        int op = words[at];
        int y = words[at + Code.Y];
        if (uses[programCounter] != MbarrierPhases.Use.NONE) {
            return AccessRecorder.Shape.ofMbarrier(programCounter, MemoryAccess.space(y));
        }
        if (Op.isBulkCopy(op)) {
            return AccessRecorder.Shape.ofBulkCopy(programCounter);
        }
        if (op == Op.TEXTURE_FETCH) {
            return AccessRecorder.Shape.ofTexture(programCounter);
        }
        return new AccessRecorder.Shape(
                programCounter, op, MemoryAccess.space(y), MemoryAccess.bytes(op, y));
    }

    public KernelStatistics statistics() {
        return total().snapshot();
    }

    /// Executions and accesses by instruction; of a launch that is recorded as a whole, none.
    public InstructionCounters instructions() {
        return total().byInstruction();
    }

    private KernelCounters total() {
        var total = new KernelCounters(counted);
        recorders.values().forEach(recorder -> total.add(recorder.counters()));
        return total;
    }

    @Override
    public boolean permitsParallelCtas() {
        return true;
    }

    @Override
    public boolean observesBlocks() {
        return true;
    }

    @Override
    public void workerStarted() {
        receiver.workerStarted();
    }

    @Override
    public void workerEnded() {
        receiver.workerEnded();
    }

    @Override
    public void ctaStarted(Cta cta) {
        recorders.computeIfAbsent(cta, this::create).clear();
    }

    private CtaRecorder create(Cta cta) {
        var ctas = cta.cluster().ctas();
        var place =
                new ClusterPlace(cta.clusterRank(), ctas.size(), rank -> recorder(ctas.get(rank)));
        var accesses = new AccessRecorder(new KernelCounters(counted), shapes.length, place);
        return new CtaRecorder(cta.warps().size(), accesses, place, room);
    }

    @Override
    public void ctaEnded(Cta cta) {
        if (!room.isExceeded()) {
            var trace = recorder(cta).trace();
            room.take(trace.bytes());
            receiver.ended(cta.shape().startedBefore(cta.position()), trace);
        }
    }

    private CtaRecorder recorder(Cta cta) {
        int place = System.identityHashCode(cta) & (RECENT - 1);
        var last = recent[place];
        if (last == null || last.cta() != cta) {
            last = new Recent(cta, Objects.requireNonNull(recorders.get(cta)));
            recent[place] = last;
        }
        return last.recorder();
    }

    private CtaRecorder recorder(Warp warp, LaneGroup group) {
        var recorder = recorder(warp.cta());
        var own = recorder.warp(warp.index());
        if (own.isElsewhere(group.frame())) {
            own.enter(group.frame());
        }
        own.runs(group.mask());
        return recorder;
    }

    @Override
    public void instructionIssued(Warp warp, LaneGroup group, int active) {
        if (room.isExceeded()) {
            return;
        }
        var recorder = recorder(warp, group);
        var own = recorder.warp(warp.index());
        int programCounter = group.pc();
        int mask = group.mask();
        if (uses[programCounter] == MbarrierPhases.Use.POLLS) {
            own.polls(programCounter, mask);
        }
        own.steps(programCounter, 1);
        recorder.counters().steps(programCounter, 1, mask, active);
        if (shapes[programCounter].isAccess()) {
            if (active == 0) {
                own.access(AccessWord.NOTHING);
            }
            return;
        }
        int op = words[programCounter * Code.STRIDE];
        if (op == Op.BRANCH) {
            recorder.counters().branch(mask, active);
        } else if (uses[programCounter] == MbarrierPhases.Use.ENDS_WAIT) {
            recorder.waits(own, active);
        } else if (active != 0) {
            recordWait(recorder, warp, group, active);
        }
    }

    /// Records what a warp may wait for that is no access of memory.
    private void recordWait(CtaRecorder recorder, Warp warp, LaneGroup group, int active) {
        var own = recorder.warp(warp.index());
        int at = group.pc() * Code.STRIDE;
        switch (words[at]) {
            case Op.BARRIER, Op.BARRIER_ARRIVE, Op.BARRIER_REDUCE ->
                    barrier(recorder, warp, group, active);
            case Op.CLUSTER_ARRIVE -> recorder.arrivesAtCluster(own, active);
            case Op.CLUSTER_WAIT -> recorder.awaitsCluster(own, active);
            case Op.SLEEP -> own.mark(WarpTrace.SLEEP, longestSleep(warp, group, active));
            case Op.CALL_BUILTIN -> {
                if (usesHeap(image.code().callSites()[words[at + Code.X]])) {
                    own.mark(WarpTrace.HEAP, Integer.bitCount(active));
                }
            }
            default -> {}
        }
    }

    private static boolean usesHeap(CallSite site) {
        return site.target() instanceof CallSite.Target.Builtin(var function)
                && (function == SystemCall.MALLOC
                        || function == SystemCall.FREE
                        || (function instanceof DeviceRuntimeFunction of && of.isOfHeap()));
    }

    /// Nanoseconds.
    private int longestSleep(Warp warp, LaneGroup group, int active) {
        int row = operandRow(group);
        int longest = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long nanoseconds = warp.registers()[row + lane];
            longest = Math.max(longest, (int) Math.min(nanoseconds, LONGEST_SLEEP));
        }
        return longest;
    }

    @Override
    public void blockAccessed(BlockExecution traversal) {
        if (room.isExceeded()) {
            return;
        }
        var recorder = recorder(traversal.warp().cta());
        var own = recorder.warp(traversal.warp().index());
        recorder.accesses().recordBlock(own, shapes, traversal);
    }

    @Override
    public void blockExecuted(BlockExecution traversal) {
        if (room.isExceeded()) {
            return;
        }
        var warp = traversal.warp();
        var recorder = recorder(warp, traversal.group());
        var passage = traversal.block();
        int done = traversal.instructions();
        int mask = traversal.mask();
        for (int round = 1; round <= traversal.iterations(); round++) {
            recorder.warp(warp.index()).steps(passage.from(), done);
            if (passage.isLoop()) {
                boolean isLast = round == traversal.iterations();
                int again = isLast ? traversal.remaining() : traversal.lanes(round);
                int end = passage.from() + done - 1;
                recorder.counters().steps(passage.from(), done - 1, mask, mask);
                recorder.counters().steps(end, 1, mask, again);
                recorder.counters().branch(mask, again);
                mask = again;
            } else {
                recorder.counters().steps(passage.from(), done, mask, mask);
            }
        }
    }

    @Override
    public void laneAccessed(LaneExecution execution, int programCounter, long address) {
        var shape = shapes[programCounter];
        if (shape.isAccess() && !room.isExceeded()) {
            var recorder = recorder(execution.warp().cta());
            var own = recorder.warp(execution.warp().index());
            recorder.accesses().recordLane(own, shape, execution.group().firstLane(), address);
        }
    }

    @Override
    public void laneExecuted(LaneExecution execution, ScalarPath path, boolean isRepeated) {
        if (room.isExceeded()) {
            return;
        }
        var recorder = recorder(execution.warp(), execution.group());
        int length = path.summary().length();
        int mask = execution.group().mask();
        recorder.warp(execution.warp().index()).steps(path.summary().from(), length);
        recorder.counters().total(length - path.untaken(), mask, mask);
        recorder.counters().total(path.untaken(), mask, 0);
        if (counted > 0) {
            count(recorder, path, mask);
        }
    }

    /// Counts the instructions of a path; of its guarded branches, the last one may be taken.
    private void count(CtaRecorder recorder, ScalarPath path, int mask) {
        var counters = recorder.counters().byInstruction();
        int untaken = path.untaken();
        int end = path.summary().from() + path.summary().length();
        for (int pc = path.summary().from(); pc < end; pc++) {
            boolean isGuarded = words[pc * Code.STRIDE] == Op.BRANCH && untaken > 0;
            boolean isUntaken =
                    isGuarded && !(image.instruction(pc).guard() instanceof Guard.Always);
            untaken -= isUntaken ? 1 : 0;
            counters.steps(pc, 1, isUntaken ? 0 : Integer.bitCount(mask));
        }
    }

    /// Lanes with another barrier operand than the first lane's arrive later, in a group of their
    /// own.
    private void barrier(CtaRecorder recorder, Warp warp, LaneGroup group, int active) {
        var own = recorder.warp(warp.index());
        int lane = Integer.numberOfTrailingZeros(active);
        long id = warp.registers()[operandRow(group) + lane];
        if (id < CtaRecorder.BARRIERS) {
            recorder.arrives(own, (int) id);
            if (words[group.pc() * Code.STRIDE] != Op.BARRIER_ARRIVE) {
                own.waitAt((int) id);
            }
        }
    }

    /// The row of registers of the first operand.
    private int operandRow(LaneGroup group) {
        int row = words[group.pc() * Code.STRIDE + Code.A];
        return row >= 0 ? group.frame().firstRow() + row : ~row;
    }

    @Override
    public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
        var shape = shapes[group.pc()];
        if (shape.isAccess() && !room.isExceeded()) {
            var recorder = recorder(warp.cta());
            var own = recorder.warp(warp.index());
            recorder.accesses().record(own, shape, active, addresses);
            if (uses[group.pc()] != MbarrierPhases.Use.NONE) {
                recorder.uses(own, uses[group.pc()], active, addresses);
            }
        }
    }

    @Override
    public void texelsAccessed(Warp warp, LaneGroup group, int active, TexelAccess access) {
        if (!room.isExceeded()) {
            var recorder = recorder(warp.cta());
            recorder.accesses()
                    .recordTexels(recorder.warp(warp.index()), shapes[group.pc()], access);
        }
    }

    @Override
    public void bulkCopied(Warp warp, LaneGroup group, int active, BulkTransfer transfer) {
        if (!room.isExceeded()) {
            var recorder = recorder(warp.cta());
            var own = recorder.warp(warp.index());
            recorder.accesses().recordBulkCopy(own, shapes[group.pc()], active, transfer);
        }
    }

    @Override
    public void mbarrierCompleted(Cta cta, long address) {
        if (!room.isExceeded()) {
            recorder(cta).completes(address);
        }
    }

    @Override
    public void clusterBarrierCompleted(Cluster cluster) {
        if (!room.isExceeded()) {
            cluster.ctas().forEach(cta -> recorder(cta).clusterCompletes());
        }
    }

    @Override
    public void barrierCompleted(Cta cta, int barrier) {
        if (!room.isExceeded()) {
            recorder(cta).completes(barrier);
        }
    }
}
