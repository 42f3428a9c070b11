package org.offloadtck.emulation.run;

import org.offloadtck.engine.thread.LaunchShape;

/// All launches of one kernel by one process on one device.
///
/// @param lastShape of the launch that ended last
/// @param shapes the number of different shapes, up to a limit
/// @param sum totals of its launches
record KernelSummary(
        ClientProcess process,
        RunDevice device,
        String kernel,
        LaunchShape lastShape,
        int shapes,
        LaunchTotals sum) {}
