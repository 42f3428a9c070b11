package org.offloadtck.emulation.run;

import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;

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
