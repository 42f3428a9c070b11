package org.offloadtck.sim;

import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.timing.Timing;

/// Who is told what the kernels of a simulated device do, in the simulator's words: more than an
/// event of the SPI has. Called by the thread that launches.
public interface LaunchObserver {

    /// A launch has ended, by itself or with the fault that is told next.
    ///
    /// @param result what it did and printed until then
    /// @param timing how long it takes, where launches are timed
    void ended(String kernel, LaunchShape shape, LaunchResult result, Timing timing);

    /// The launch that ended last has faulted.
    void faulted(KernelFaultException fault);
}
