package org.offloadtck.sim;

import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchReport;

/// Receives what the kernels of a simulated device do, in more detail than an event of the plugin
/// SPI has. The thread that launches calls it.
public interface SimulatedDeviceObserver {

    /// A launch has ended, by itself or with a fault.
    void launchEnded(String kernel, LaunchShape shape, LaunchReport report);

    /// A check has found something in the latest launch, in a copy to the host, or, at the end of
    /// the last device of a memory, blocks that kernels have not freed.
    Consequence findingReported(KernelFinding finding);

    /// The effect of a finding on the launch or the copy; the end of a device always succeeds.
    enum Consequence {
        /// The operation succeeds.
        NONE,
        /// The operation fails, as with a fault.
        FAILURE
    }
}
