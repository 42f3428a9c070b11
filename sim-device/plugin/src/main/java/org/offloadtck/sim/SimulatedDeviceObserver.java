package org.offloadtck.sim;

import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;

/// Who is told what the kernels of a simulated device do, in the simulator's words: more than an
/// event of the SPI has. Called by the thread that launches.
public interface SimulatedDeviceObserver {

    /// A launch has ended, by itself or with the fault that is told next.
    ///
    /// @param result what it did and printed until then
    /// @param timing how long it takes, where launches are timed
    void launchEnded(String kernel, LaunchShape shape, LaunchOutcome result, Timing timing);

    /// The launch that ended last has faulted.
    void launchFaulted(KernelFaultException fault);

    /// A check found something in the launch that ended last, or in what the host is to get.
    ///
    /// @return what becomes of the launch or the copy
    Consequence findingReported(KernelFinding finding);

    /// What becomes of an operation for which something was found.
    enum Consequence {
        /// It has been done.
        NONE,
        /// It fails, as by a fault.
        FAILURE
    }
}
