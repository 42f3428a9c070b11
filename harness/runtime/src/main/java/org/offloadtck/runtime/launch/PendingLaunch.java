package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.mapping.PendingDataConstruct;
import org.offloadtck.runtime.memory.TransferCounts;

/// A target region under way: mapped, launched, and to be unmapped when it is done. Whoever started
/// it finishes it, once.
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

    /// What a launch consists of.
    ///
    /// @param begin of its mappings
    /// @param done the kernel
    /// @param end of its mappings
    /// @param storage of the kernel alone
    record Parts(
            PendingDataConstruct begin,
            Event done,
            PendingDataConstruct end,
            PrivateStorage storage) {}

    /// Waits until the results are on the host.
    ///
    /// @throws org.offloadtck.plugin.DeviceException if the device failed; nothing stays mapped
    ///   that was not before
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
