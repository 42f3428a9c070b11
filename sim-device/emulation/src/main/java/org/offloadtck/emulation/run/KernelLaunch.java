package org.offloadtck.emulation.run;

import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;

/// A launch that has ended, normally or with a fault.
///
/// @param process that launched it
/// @param kernel its symbol in the device code
public record KernelLaunch(
        ClientProcess process,
        RunDevice device,
        String kernel,
        LaunchShape shape,
        Counters counters,
        Timing timing) {

    /// The counters of a launch.
    public sealed interface Counters {

        /// The device counted until the launch ended.
        record Counted(LaunchCounters values) implements Counters {}

        /// The device counts nothing.
        enum NotCounted implements Counters {
            NOT_COUNTED
        }
    }

    /// A launch on a simulated device.
    ///
    /// @param device its ordinal, from 0
    public static KernelLaunch simulated(
            ClientProcess process,
            int device,
            String kernel,
            LaunchShape shape,
            LaunchCounters counters,
            Timing timing) {
        return new KernelLaunch(
                process,
                new RunDevice.Simulated(device),
                kernel,
                shape,
                new Counters.Counted(counters),
                timing);
    }
}
