package org.offloadtck.launch;

import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.replay.TimingModel;

/// Whether a launch is timed, and on which device.
public sealed interface LaunchTiming {

    /// The launch is not timed.
    enum Off implements LaunchTiming {
        OFF
    }

    /// The launch is timed as on that device.
    ///
    /// @param cache of the device, with what earlier launches left
    record OnDevice(TimedDevice device, SecondLevelCache cache) implements LaunchTiming {}

    /// The launch is timed by a model that the launches of one program share.
    ///
    /// @param cache of the device, with what earlier launches left
    record ByModel(TimingModel model, SecondLevelCache cache) implements LaunchTiming {}
}
