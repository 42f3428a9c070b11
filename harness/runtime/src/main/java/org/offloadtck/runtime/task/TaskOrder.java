package org.offloadtck.runtime.task;

import java.util.Random;

/// Chooses what a host does next.
@FunctionalInterface
public interface TaskOrder {

    /// Chooses one of several things that could be done next.
    ///
    /// @param possible how many things could be done next, at least one
    /// @return which of them is, from 0
    int choose(int possible);

    /// One task after the other, as they were made.
    static TaskOrder inCreationOrder() {
        return _ -> 0;
    }

    /// Whatever was made last comes first: every task that may begin has begun before any is waited
    /// for.
    static TaskOrder inReverseOrder() {
        return possible -> possible - 1;
    }

    /// Some order, the same for the same `seed`.
    static TaskOrder seeded(long seed) {
        var random = new Random(seed);
        return random::nextInt;
    }
}
