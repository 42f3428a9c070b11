package org.offloadtck.launch;

import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.timing.Timing;

/// What one instrumented launch did.
///
/// @param outcome the counters and the output until the end or the fault
/// @param timing the time of the launch, if it was timed
public record LaunchReport(LaunchOutcome outcome, Ending ending, Timing timing) {

    /// How a launch ended.
    public sealed interface Ending {

        /// Every thread returned.
        enum Finished implements Ending {
            FINISHED
        }

        /// Device code faulted, which stopped the launch.
        record Faulted(KernelFaultException fault) implements Ending {}
    }
}
