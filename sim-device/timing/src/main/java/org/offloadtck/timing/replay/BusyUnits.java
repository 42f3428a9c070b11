package org.offloadtck.timing.replay;

/// When the execution units of a warp scheduler take their next instructions.
final class BusyUnits {

    private final long[] free = new long[InstructionCosts.GATES];

    /// A unit of 64-bit floating point, which one scheduler has or several share
    /// ([org.offloadtck.timing.figures.Quantity#DOUBLE_SCHEDULERS]). Schedulers that want it in the
    /// same cycle are served in turn.
    static final class DoubleUnit {

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

        /// The place of a scheduler in the order in which it serves those that want it in one
        /// cycle.
        int rank(int scheduler) {
            return Math.floorMod(scheduler - last - 1, schedulers);
        }

        /// Keeps the unit busy up to a cycle for a scheduler; an earlier cycle than it opens
        /// changes nothing.
        void takeUntil(long cycle, int scheduler) {
            if (cycle > opens) {
                opens = cycle;
                last = scheduler;
            }
        }
    }

    /// By the number of a unit or gate of [InstructionCosts], the first cycle in which it is free.
    /// The caller may change it.
    long[] free() {
        return free;
    }

    /// Opens the gate of accesses of memory as the memory unit and the memory pipeline allow.
    ///
    /// @param pipeline first cycle in which the pipeline takes an access
    void openAccess(long pipeline) {
        free[InstructionCosts.ACCESS] = Math.max(free[InstructionCosts.MEMORY], pipeline);
    }

    /// When all units of an instruction that needs several are free.
    long open(InstructionCosts.Cost cost) {
        long time = cost.accesses() ? free[InstructionCosts.ACCESS] : 0;
        time = Math.max(time, free[cost.unit()]);
        int[] units = cost.more().units();
        for (int i = 0; i < units.length; i += 2) {
            time = Math.max(time, free[units[i]]);
        }
        return time;
    }

    /// Takes the further units of an instruction that issues.
    void takeMore(InstructionCosts.Cost cost, long now) {
        int[] units = cost.more().units();
        for (int i = 0; i < units.length; i += 2) {
            free[units[i]] = now + units[i + 1];
        }
    }
}
