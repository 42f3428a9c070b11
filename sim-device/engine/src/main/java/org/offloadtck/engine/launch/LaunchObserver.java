package org.offloadtck.engine.launch;

import org.offloadtck.engine.bytecode.analysis.ScalarPath;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.BulkTransfer;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemoryUse;
import org.offloadtck.engine.thread.Warp;

/// Receives the events of a launch in the order of execution, on the thread that executes them.
///
/// An observer must not change the launch. The objects it receives belong to the launch and change
/// after the call.
public interface LaunchObserver {

    /// Receives nothing. Launches with this observer have no overhead for observation.
    LaunchObserver NONE = new LaunchObserver() {};

    /// An observer that forwards each event to this observer first and then to `other`. It permits
    /// only what both permit.
    default LaunchObserver and(LaunchObserver other) {
        if (this.equals(NONE)) {
            return other;
        }
        return other.equals(NONE) ? this : new ObserverPair(this, other);
    }

    /// Whether CTAs may run on several threads at the same time. All these threads then call the
    /// observer: the events of one CTA come from one thread, in the order of execution of the CTA.
    /// Otherwise all events come from the launching thread.
    default boolean permitsParallelCtas() {
        return false;
    }

    /// Whether the observer accepts events of whole compiled blocks ([BlockExecution]) and regions
    /// ([LaneExecution]) instead of events of single instructions. Otherwise all instructions are
    /// interpreted.
    default boolean observesBlocks() {
        return false;
    }

    /// Whether compiled blocks may contain atomics on shared memory that combine their operand with
    /// it, each a phase of its own. Otherwise all atomics are interpreted.
    default boolean observesReductions() {
        return false;
    }

    /// A group is about to execute a compiled block.
    ///
    /// @return whether it may; if not, the instructions are interpreted and [#instructionIssued]
    ///   reports each
    default boolean permitsBlock(BlockExecution execution) {
        return true;
    }

    /// The lanes of a block have loaded, or are about to store or to execute an atomic.
    ///
    /// @return whether the accesses are accepted; if not, their effects are undone, the
    ///   instructions are interpreted, and [#instructionIssued] and [#accessIssued] report each
    default boolean admitsAccesses(BlockExecution execution) {
        return true;
    }

    /// The lanes of a block have made the accesses that all observers have admitted.
    default void blockAccessed(BlockExecution execution) {}

    /// A group has executed a compiled block.
    default void blockExecuted(BlockExecution execution) {}

    /// A group of one lane is about to execute a block of a compiled region.
    ///
    /// @param block from its first instruction to its end, of which the lane may execute a part
    /// @return whether it may; if not, the next instruction is interpreted, and
    ///   [#instructionIssued] reports it
    default boolean permitsLane(LaneExecution execution, ScalarPath block) {
        return true;
    }

    /// A lane is about to load or store in a compiled region.
    ///
    /// @return whether the access is accepted; if not, the instruction is interpreted, and
    ///   [#instructionIssued] and [#accessIssued] report it
    default boolean admitsLaneAccess(LaneExecution execution, int programCounter, long address) {
        return true;
    }

    /// A lane of a compiled region has made an access that all observers have admitted.
    default void laneAccessed(LaneExecution execution, int programCounter, long address) {}

    /// A lane has executed consecutive instructions of a compiled region.
    ///
    /// @param isRepeated whether the previous event of the same execution was of the same path
    default void laneExecuted(LaneExecution execution, ScalarPath path, boolean isRepeated) {}

    /// A thread of a launch that runs CTAs on several threads begins to run CTAs; called by that
    /// thread. Events of CTAs may precede the first of these events.
    default void workerStarted() {}

    /// No CTA is left for a thread that has started ([#workerStarted]), or the launch stops; called
    /// by that thread. The observer may use the thread until the call returns.
    default void workerEnded() {}

    /// A CTA starts. Its shared memory is zero.
    default void ctaStarted(Cta cta) {}

    /// All threads of a CTA have exited.
    default void ctaEnded(Cta cta) {}

    /// A group is about to execute its next instruction. The event occurs once for a group that
    /// waits at a barrier or a collective instruction, when the group arrives there.
    ///
    /// @param active lanes of the group for which the guard of the instruction is true
    default void instructionIssued(Warp warp, LaneGroup group, int active) {}

    /// The instruction of a group is a load, a store or an atomic. The event follows
    /// [#instructionIssued] and precedes the checks of the access.
    ///
    /// @param addresses of the first byte for each active lane, in the flat address space of
    ///   [org.offloadtck.engine.memory.AddressSpace]
    default void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {}

    /// The instruction of a group is on a texture or surface. The event follows
    /// [#instructionIssued] and precedes the checks of the accesses.
    ///
    /// @param access its texels, of which there are none if all lanes are outside
    default void texelsAccessed(Warp warp, LaneGroup group, int active, TexelAccess access) {}

    /// The instruction of a group is a bulk copy or bulk reduction. The event follows
    /// [#instructionIssued] and precedes the checks of the accesses.
    default void bulkCopied(Warp warp, LaneGroup group, int active, BulkTransfer transfer) {}

    /// A group computes its part of a product of matrices, some of which are in shared memory. The
    /// event follows [#instructionIssued] and precedes the checks of the accesses.
    ///
    /// @param reads of all lanes of the warp together
    default void matricesRead(Warp warp, LaneGroup group, int active, MatrixReads reads) {}

    /// The tensor core of a CTA reads a matrix in shared memory for a thread. The event follows
    /// [#instructionIssued] and precedes the checks of the accesses.
    ///
    /// @param active the lane of the thread
    default void tensorCoreReads(Warp warp, LaneGroup group, int active, MatrixReads reads) {}

    /// A warp or the tensor core uses tensor memory: `tcgen05.ld`, `.st`, `.cp`, `.shift` and
    /// `.mma`. The event follows [#instructionIssued] and precedes the access. One on a pair of
    /// CTAs has an event for each.
    ///
    /// @param active the lanes of the warp, or the lane for which the tensor core does it
    default void tensorMemoryUsed(Warp warp, LaneGroup group, int active, TensorMemoryUse use) {}

    /// A group has called a function: its frame is the callee's and contains the arguments.
    default void functionEntered(Warp warp, LaneGroup group) {}

    /// `alloca` has grown the frame of a group.
    ///
    /// @param from offset of the first new byte in local memory
    default void stackGrown(Warp warp, LaneGroup group, int from) {}

    /// A group is about to return from its frame to the caller's.
    default void functionReturning(Warp warp, LaneGroup group) {}

    /// Lanes that met at a collective instruction of a warp are about to continue.
    default void collectiveCompleted(Warp warp, int lanes) {}

    /// The lanes of a group are about to receive the results of a shuffle. The event precedes
    /// [#collectiveCompleted].
    ///
    /// @param sources for each lane of the group, the lane whose value it receives
    default void shuffled(Warp warp, LaneGroup group, int[] sources) {}

    /// A lane of the group has received a block from `malloc`.
    default void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {}

    /// A barrier of the CTA has completed: the threads that wait at it are about to continue.
    default void barrierCompleted(Cta cta, int barrier) {}

    /// A phase of the barrier of a cluster has completed: the threads that wait at it are about to
    /// continue.
    default void clusterBarrierCompleted(Cluster cluster) {}

    /// A lane of an instruction has completed a phase of an `mbarrier`. The event follows
    /// [#accessIssued].
    ///
    /// @param address of the object, in the flat address space
    default void mbarrierCompleted(Cta cta, long address) {}
}
