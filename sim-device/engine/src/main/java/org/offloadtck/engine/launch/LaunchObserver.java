package org.offloadtck.engine.launch;

import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Watches a launch: is told what every group of threads is about to do, in the order of execution,
/// by the thread that executes it.
///
/// It sees the launch, it does not take part: what it reads belongs to the launch and changes after
/// the call returns.
public interface LaunchObserver {

    /// Sees nothing; launches without an observer pay nothing for there being such a thing.
    LaunchObserver NONE = new LaunchObserver() {};

    /// This observer and another, which is told of each event after it.
    default LaunchObserver and(LaunchObserver other) {
        if (this.equals(NONE)) {
            return other;
        }
        return other.equals(NONE) ? this : new ObserverPair(this, other);
    }

    /// Whether it takes the CTAs of a launch apart, so that they may run in several threads at a
    /// time. Then it is called by all of these threads, of each CTA by one only, in the order of
    /// that CTA's execution; otherwise by the thread that launched.
    default boolean permitsParallelCtas() {
        return false;
    }

    /// Whether it can be told of code that is carried out as a whole. Then it is told of a
    /// [BlockExecution] where there is one, and of single instructions elsewhere; otherwise all
    /// code is interpreted.
    default boolean observesBlocks() {
        return false;
    }

    /// A group is about to be taken through instructions as a whole.
    ///
    /// @return whether it may; if not, [#instructionIssued] tells of each
    default boolean permitsBlock(BlockExecution traversal) {
        return true;
    }

    /// Lanes on their way have loaded, or are about to store.
    ///
    /// @return whether that may be; if not it is taken back, and [#instructionIssued] and
    ///   [#accesses] tell of it
    default boolean admitsAccesses(BlockExecution traversal) {
        return true;
    }

    /// Lanes on their way have loaded or stored, and all observers have admitted it.
    default void accesses(BlockExecution traversal) {}

    /// A group was taken through instructions.
    default void ends(BlockExecution traversal) {}

    /// A CTA starts; its shared memory is clear.
    default void ctaStarted(Cta cta) {}

    /// All threads of a CTA have exited.
    default void ends(Cta cta) {}

    /// A group is about to execute the instruction it is at. A group that waits at a barrier or a
    /// collective instruction is told of once, when it comes there.
    ///
    /// @param active the lanes of the group for which the instruction's guard holds
    default void instructionIssued(Warp warp, LaneGroup group, int active) {}

    /// The group's instruction is a load, a store or an atomic: after [#instructionIssued], before
    /// the access is checked.
    ///
    /// @param addresses of the first byte for each active lane, in the flat address space of
    ///   [org.offloadtck.engine.memory.AddressSpace]
    default void accesses(Warp warp, LaneGroup group, int active, long[] addresses) {}

    /// The group has called a function: its frame is the callee's, the arguments are in it.
    default void functionEntered(Warp warp, LaneGroup group) {}

    /// The group's frame has got more local memory, from an offset on, by `alloca`.
    default void stackGrown(Warp warp, LaneGroup group, int from) {}

    /// The group is about to return from its frame, which is a call's.
    default void functionReturning(Warp warp, LaneGroup group) {}

    /// Lanes of a warp that met at a collective instruction, `bar.warp.sync` or one with a result,
    /// are about to go on.
    default void collectiveCompleted(Warp warp, int lanes) {}

    /// The lanes of a group are about to get what other lanes brought to a shuffle: before
    /// [#collectiveCompleted].
    ///
    /// @param sources for each lane of the group, the lane whose value it gets
    default void shuffled(Warp warp, LaneGroup group, int[] sources) {}

    /// A lane of the group has got a block from `malloc`, which is the group's instruction.
    default void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {}

    /// A barrier of the CTA has completed: the threads that waited at it go on.
    default void barrierCompleted(Cta cta, int barrier) {}
}
