package org.offloadtck.driver.report;

import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.timing.Timing;

/// A launch that ended, by itself or with a fault.
///
/// @param process whose launch it was
/// @param device ordinal of the device, from 0
/// @param kernel as the PTX names it
/// @param counters what it did until it ended
/// @param timing how long it takes
public record KernelLaunch(
        ClientProcess process,
        int device,
        String kernel,
        LaunchShape shape,
        LaunchCounters counters,
        Timing timing) {}
