package org.offloadtck.runtime.task;

import java.util.Random;

/// Chooses the next action of a host among the possible ones.
@FunctionalInterface
public interface TaskOrder {

    /// Chooses one of the possible next actions.
    ///
    /// @param possible number of possible actions, at least one
    /// @return index of the chosen action, from 0
    int choose(int possible);

    /// One task after the other, in the order of their creation.
    static TaskOrder inCreationOrder() {
        return _ -> 0;
    }

    /// The task created last first: every task that may start is started before the first wait.
    static TaskOrder inReverseOrder() {
        return possible -> possible - 1;
    }

    /// A pseudo-random order, the same for the same `seed`.
    static TaskOrder seeded(long seed) {
        var random = new Random(seed);
        return random::nextInt;
    }
}
