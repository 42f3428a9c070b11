package org.offloadtck.engine.thread;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;

/// The state of a CTA: its warps, its shared memory, its barriers.
///
/// Its warps take turns in ascending order. The object is reused: it holds one CTA of the grid
/// after another.
public final class Cta {

    /// Alignment of shared memory in bytes: a cache line, more than any variable needs.
    private static final long SHARED_ALIGNMENT = 128;

    private static final int ALL_LANES = -1;

    private final LaunchShape shape;
    private final MemorySegment shared;
    private final int userSharedSize;
    private final ReservedSharedMemory reservedShared;
    private final List<Warp> warps = new ArrayList<>();
    private final TensorMemory tensorMemory = new TensorMemory();
    private final BarrierState[] barriers = new BarrierState[BarrierState.COUNT];
    private final CallFrame.Entry entry;
    private final long gridBarrier;
    private final WarpTurns turns;
    private int barriersInUse;
    private long linearIndex;
    private Extent3D position = new Extent3D(0, 0, 0);
    private int running;
    private Cluster cluster;
    private int clusterRank;

    /// Whether a CTA can continue after [#run].
    public enum Progress {
        /// All threads have exited.
        ENDED,
        /// The budget is used up.
        RUNNABLE,
        /// No warp can run: every thread waits for another.
        BLOCKED
    }

    /// @param entry frame of the kernel, of this CTA only
    /// @param gridBarrier address of the state of the grid barrier, or 0
    /// @param turns of the warps
    /// @param arena owner of the shared and the local memory
    public Cta(
            LoadedProgram program,
            CallFrame.Entry entry,
            LaunchShape shape,
            long gridBarrier,
            WarpTurns turns,
            Arena arena) {
        this.entry = entry;
        this.shape = shape;
        this.gridBarrier = gridBarrier;
        int dynamic = shape.dynamicSharedBytes();
        int size =
                dynamic > 0
                        ? program.dynamicSharedOffset() + dynamic
                        : entry.function().sharedBytes();
        this.userSharedSize = size;
        this.reservedShared = ReservedSharedMemory.after(size, program.code());
        this.shared = arena.allocate(reservedShared.end(), SHARED_ALIGNMENT);
        int count = Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
        this.turns = count == 1 ? WarpTurns.of(turns.usual()) : turns;
        Arrays.setAll(barriers, _ -> new BarrierState(count));
        for (int i = 0; i < count; i++) {
            warps.add(new Warp(this, i, program, arena));
        }
        this.cluster = new Cluster(List.of(this));
    }

    /// Makes the CTA one of a cluster.
    void join(Cluster other, int rank) {
        cluster = other;
        clusterRank = rank;
    }

    /// The cluster of the CTA, of which it may be the only one.
    public Cluster cluster() {
        return cluster;
    }

    /// Rank of the CTA in its cluster; `x` varies fastest.
    public int clusterRank() {
        return clusterRank;
    }

    /// Starts the CTA with the given index in the grid, without the others of its cluster, at the
    /// first instruction of the kernel. All state of the previous CTA is cleared, so that the
    /// results do not depend on which object holds a CTA.
    public void start(long index) {
        linearIndex = index;
        position = shape.grid().position(index);
        entry.forgetCalls();
        shared.fill((byte) 0);
        tensorMemory.clear();
        for (int rest = barriersInUse; rest != 0; rest &= rest - 1) {
            barriers[Integer.numberOfTrailingZeros(rest)].clear();
        }
        barriersInUse = 0;
        int threads = (int) shape.cta().volume();
        for (var warp : warps) {
            int rest = threads - warp.index() * Code.LANES;
            warp.start(Math.min(Code.LANES, rest));
        }
        running = 0;
    }

    public LaunchShape shape() {
        return shape;
    }

    /// Index of the CTA in the grid; `x` varies fastest.
    public long linearIndex() {
        return linearIndex;
    }

    /// Position of the CTA in the grid.
    public Extent3D position() {
        return position;
    }

    /// Address of the state of the grid barrier ([org.offloadtck.engine.program.GridBarrier]), or
    /// 0.
    long gridBarrier() {
        return gridBarrier;
    }

    /// Address of the shared memory in this process.
    public long shared() {
        return shared.address();
    }

    /// Size of the shared memory in bytes, with the reserved part.
    public long sharedSize() {
        return shared.byteSize();
    }

    /// Size of the variables and the dynamic shared memory in bytes.
    int userSharedSize() {
        return userSharedSize;
    }

    ReservedSharedMemory reservedShared() {
        return reservedShared;
    }

    public TensorMemory tensorMemory() {
        return tensorMemory;
    }

    /// A copy of the shared memory.
    public byte[] sharedBytes() {
        return shared.toArray(ValueLayout.JAVA_BYTE);
    }

    /// The first variable in the shared memory that points to an address.
    ///
    /// @param image of the kernel
    public Optional<PlacedVariable> pointerTo(LoadedProgram image, long address) {
        return image.sharedVariables(entry.function().name()).stream()
                .filter(variable -> pointsTo(variable, address))
                .findFirst();
    }

    private boolean pointsTo(PlacedVariable variable, long address) {
        return variable.size() == Long.BYTES
                && variable.offset() <= sharedSize() - Long.BYTES
                && shared.get(ValueLayout.JAVA_LONG_UNALIGNED, variable.offset()) == address;
    }

    /// The kernel's frame.
    public CallFrame.Entry entry() {
        return entry;
    }

    WarpTurns turns() {
        return turns;
    }

    /// The warps in ascending order.
    public List<Warp> warps() {
        return warps;
    }

    /// A barrier, which is in use from then on.
    public BarrierState barrier(int number) {
        barriersInUse |= 1 << number;
        return barriers[number];
    }

    /// The barriers at which threads have arrived, a bit for each.
    public int barriersInUse() {
        return barriersInUse;
    }

    /// Clears a barrier that has completed.
    public void resetBarrier(int number) {
        barriers[number].clear();
        barriersInUse &= ~(1 << number);
    }

    /// The warp whose turn it is, or that faulted last.
    public Warp running() {
        return warps.get(running);
    }

    /// Attributes faults to a warp, for an instruction that several warps execute together. The
    /// caller then restores the warp whose turn it is.
    public void setRunning(Warp warp) {
        running = warp.index();
    }

    /// Runs warps in turn until all threads have exited, no thread can continue, or `budget`
    /// instructions are issued.
    public Progress run(GroupExecutor executor, long budget) {
        long left = budget;
        boolean idle = false;
        while (left > 0 && !idle && !hasEnded()) {
            idle = true;
            for (running = 0; running < warps.size(); running++) {
                long issued = running().run(executor);
                left -= issued;
                idle &= issued == 0;
            }
            running = 0;
        }
        if (hasEnded()) {
            return Progress.ENDED;
        }
        return idle ? Progress.BLOCKED : Progress.RUNNABLE;
    }

    /// Selects the first warp with a thread that has not exited.
    ///
    /// @return its first group
    public LaneGroup selectFirstLive() {
        running = 0;
        while (running().groups().isEmpty()) {
            running++;
        }
        return running().groups().getFirst();
    }

    /// Whether a thread can run.
    boolean canRun() {
        return warps.stream()
                .flatMap(warp -> warp.groups().stream())
                .anyMatch(LaneGroup::isRunnable);
    }

    /// Whether a thread waits for the barrier of the cluster, or at an instruction on tensor
    /// memory, which may be one of two CTAs.
    public boolean awaitsCluster() {
        return warps.stream()
                .flatMap(warp -> warp.groups().stream())
                .anyMatch(group ->
                        group.state() == LaneGroup.State.AT_CLUSTER_BARRIER
                                || group.waitsFor(Op.TENSOR_MEMORY, ALL_LANES));
    }

    /// Whether all threads have exited.
    public boolean hasEnded() {
        int live = 0;
        for (int i = 0; i < warps.size(); i++) {
            live |= warps.get(i).live();
        }
        return live == 0;
    }
}
