package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.memory.TransferCounts;

/// What became of a target construct. There is no third way: a construct that neither runs on a
/// device nor is handed back to the host raises an exception.
public sealed interface LaunchResult {

    /// It ran on the device.
    ///
    /// @param kernel the device symbol
    /// @param measurements the plugin's
    /// @param transfers of this construct alone: its mappings, private arguments and launch
    record Launched(
            String kernel,
            LaunchSize size,
            List<Measurement> measurements,
            TransferCounts transfers)
            implements LaunchResult {
        public Launched {
            measurements = List.copyOf(measurements);
        }
    }

    /// The caller has to run the host's version.
    ///
    /// @param reason one line for the report
    record HostFallback(Cause cause, String reason) implements LaunchResult {}

    /// Why a construct is left to the host.
    enum Cause {
        /// `OMP_TARGET_OFFLOAD=DISABLED`.
        OFFLOADING_DISABLED,
        /// The construct names the initial device.
        INITIAL_DEVICE,
        /// No device accepts any registered image.
        NO_COMPATIBLE_DEVICE
    }
}
