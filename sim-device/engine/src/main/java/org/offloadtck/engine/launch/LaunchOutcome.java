package org.offloadtck.engine.launch;

import java.util.List;

/// The counters and the output of a launch.
///
/// @param output the bytes that device code printed, in the order of CTAs, as characters 0 to 255
/// @param heapAccesses the first of each instruction, in the order of CTAs
/// @param work what the threads have submitted to the device runtime
public record LaunchOutcome(
        LaunchCounters counters,
        String output,
        List<InvalidHeapAccess> heapAccesses,
        DeviceWork work) {

    public LaunchOutcome {
        heapAccesses = List.copyOf(heapAccesses);
    }
}
