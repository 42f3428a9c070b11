package org.offloadtck.timing.replay;

/// A unit of 64-bit floating point, which one scheduler has or several share
/// ([org.offloadtck.timing.figures.Quantity#DOUBLE_SCHEDULERS]). Schedulers that want it in the
/// same cycle are served in turn.
final class DoubleUnit {

    private final int schedulers;
    private long opens;
    private int last;

    /// @param schedulers that share it
    DoubleUnit(int schedulers) {
        this.schedulers = schedulers;
    }

    /// The first cycle in which it takes an instruction.
    long opens() {
        return opens;
    }

    /// The place of a scheduler in the order in which it serves those that want it in one cycle.
    int rank(int scheduler) {
        return Math.floorMod(scheduler - last - 1, schedulers);
    }

    /// Keeps the unit busy up to a cycle for a scheduler; an earlier cycle than it opens changes
    /// nothing.
    void takeUntil(long cycle, int scheduler) {
        if (cycle > opens) {
            opens = cycle;
            last = scheduler;
        }
    }
}
