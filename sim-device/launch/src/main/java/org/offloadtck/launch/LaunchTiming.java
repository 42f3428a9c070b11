package org.offloadtck.launch;

import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.TimingModel;

/// Whether a launch is timed, and on which device.
public sealed interface LaunchTiming {

    /// The launch is not timed.
    enum Off implements LaunchTiming {
        OFF
    }

    /// The launch is timed as on that device.
    record OnDevice(TimedDevice device) implements LaunchTiming {}

    /// The launch is timed by a model that the launches of one program share.
    record ByModel(TimingModel model) implements LaunchTiming {}
}
