package org.offloadtck.scenario.slurm;

import java.util.Set;

/// A task as squeue shows it.
///
/// @param index in its array; [#NO_INDEX] outside arrays
/// @param state `PENDING`, `RUNNING`, `NODE_FAIL`, …: squeue(1), "JOB STATE CODES"
/// @param nodes where it runs or ran; may be empty
/// @param reason why it waits or ended; `None` without one
record SlurmTask(int index, String state, String nodes, String reason) {

    static final int NO_INDEX = -1;

    /// The states of a task that is to run, runs, or is being ended.
    private static final Set<String> ACTIVE =
            Set.of(
                    "PENDING",
                    "RUNNING",
                    "SUSPENDED",
                    "COMPLETING",
                    "CONFIGURING",
                    "REQUEUED",
                    "REQUEUE_FED",
                    "REQUEUE_HOLD",
                    "RESIZING",
                    "RESV_DEL_HOLD",
                    "SIGNALING",
                    "SPECIAL_EXIT",
                    "STAGE_OUT",
                    "STOPPED");

    /// Whether the task has not ended for good.
    boolean isActive() {
        return ACTIVE.contains(state);
    }
}
