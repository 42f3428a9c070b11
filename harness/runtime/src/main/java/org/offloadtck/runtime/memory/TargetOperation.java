package org.offloadtck.runtime.memory;

/// What the runtime has a device do for the program. Addresses are 0 where they are not known yet
/// or there is none.
///
/// @see "OpenMP 5.2, sections 19.5.2.25, ompt_callback_target_data_op_emi_t, and 19.5.2.28,
///   ompt_callback_target_submit_emi_t"
public sealed interface TargetOperation {

    /// Device memory for the program.
    ///
    /// @param host address of what the memory is for
    record Allocation(long host, long device, long bytes) implements TargetOperation {}

    record CopyToDevice(long host, long device, long bytes) implements TargetOperation {}

    record CopyFromDevice(long host, long device, long bytes) implements TargetOperation {}

    record Deletion(long device) implements TargetOperation {}

    /// The launch of a region.
    ///
    /// @param teams of `num_teams`; 0 for none
    record Submission(int teams) implements TargetOperation {}
}
