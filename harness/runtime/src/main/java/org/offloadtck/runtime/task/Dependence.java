package org.offloadtck.runtime.task;

/// The dependence of a task on one storage location, by its `depend` clause.
///
/// Requirement: DM-18.
///
/// @param address host address of the location
/// @see "OpenMP 5.1, section 2.19.11, depend Clause"
public record Dependence(long address, Kind kind) {

    /// The access of the task to the location.
    public enum Kind {
        /// `in`: the task follows the last task that writes.
        READS,
        /// `out` and `inout`: the task follows the last task that writes, and all later tasks that
        /// read.
        WRITES
    }
}
