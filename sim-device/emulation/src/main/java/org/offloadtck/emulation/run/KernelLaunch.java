package org.offloadtck.emulation.run;

import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;

/// A launch that has ended, normally or with a fault.
///
/// @param process that launched the kernel
/// @param device ordinal of the device, from 0
/// @param kernel its name in the PTX
/// @param counters of the launch until its end
/// @param timing its estimated time
public record KernelLaunch(
        ClientProcess process,
        int device,
        String kernel,
        LaunchShape shape,
        LaunchCounters counters,
        Timing timing) {}
