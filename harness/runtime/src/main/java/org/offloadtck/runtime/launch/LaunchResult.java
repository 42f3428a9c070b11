package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.memory.TransferCounts;

/// The outcome of a target construct. A construct that neither runs on a device nor is left to the
/// host throws an exception.
///
/// Requirement: KL-05.
public sealed interface LaunchResult {

    /// The construct ran on the device.
    ///
    /// Requirement: KL-06.
    ///
    /// @param kernel the device symbol
    /// @param measurements measurements of the plugin
    /// @param transfers transfers of this construct alone: its mappings, private arguments and
    ///   launch
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

    /// The caller must run the host's version of the region.
    ///
    /// @param reason one line for the report
    record HostFallback(Cause cause, String reason) implements LaunchResult {}

    /// The reason why the host runs a construct.
    enum Cause {
        /// `OMP_TARGET_OFFLOAD=DISABLED`.
        OFFLOADING_DISABLED,
        /// The construct names the initial device.
        INITIAL_DEVICE,
        /// No device accepts any registered image.
        NO_COMPATIBLE_DEVICE
    }
}
