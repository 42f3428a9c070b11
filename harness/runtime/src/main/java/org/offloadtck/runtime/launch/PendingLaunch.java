package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.mapping.PendingDataConstruct;
import org.offloadtck.runtime.memory.TransferCounts;

/// A launch that was started: its arguments are mapped and its kernel is enqueued. The caller
/// finishes it exactly once; that unmaps the arguments.
public final class PendingLaunch {

    private final String kernel;
    private final LaunchSize size;
    private final TransferCounts traffic;
    private final Parts parts;

    PendingLaunch(String kernel, LaunchSize size, TransferCounts traffic, Parts parts) {
        this.kernel = kernel;
        this.size = size;
        this.traffic = traffic;
        this.parts = parts;
    }

    /// The parts of a launch.
    ///
    /// @param begin maps the arguments
    /// @param done the end of the kernel
    /// @param end unmaps the arguments
    /// @param storage memory of this launch alone
    record Parts(
            PendingDataConstruct begin,
            Event done,
            PendingDataConstruct end,
            PrivateStorage storage) {}

    /// Waits until the results are on the host.
    ///
    /// @throws org.offloadtck.plugin.DeviceException if the device failed; the data environment is
    ///   then as before the launch
    public LaunchResult.Launched finish() {
        try (PrivateStorage _ = parts.storage();
                Event _ = parts.done()) {
            return new LaunchResult.Launched(kernel, size, unmapped(), traffic);
        }
    }

    private List<Measurement> unmapped() {
        boolean finished = false;
        try {
            parts.begin().finish();
            List<Measurement> measurements = parts.done().measurements();
            parts.end().finish();
            finished = true;
            return measurements;
        } finally {
            if (!finished) {
                parts.end().abandon();
                parts.begin().abandon();
            }
        }
    }
}
