package org.offloadtck.launch;

import java.util.List;
import org.offloadtck.timing.Timing;

/// What a launch took on several devices.
///
/// @param timings in the order of the devices
public record SweptLaunch(LaunchReport.Ending ending, List<Timing> timings) {

    public SweptLaunch {
        timings = List.copyOf(timings);
    }
}
