package org.offloadtck.runtime.task;

/// What a task says with `depend` of one storage location.
///
/// @param address of the location on the host
/// @see "OpenMP 5.1, section 2.19.11, depend Clause"
public record Dependence(long address, Kind kind) {

    /// What the task does there.
    public enum Kind {
        /// `in`: it follows the last task that writes.
        READS,
        /// `out` and `inout`: it follows the last task that writes, and all that read since.
        WRITES
    }
}
