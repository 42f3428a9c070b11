package org.offloadtck.driver.report;

import org.offloadtck.simt.execution.LaunchShape;

/// All launches of one kernel by one process on one device.
///
/// @param device ordinal of the device, from 0
/// @param lastShape of the launch that ended last
/// @param shapes how many different ones there were, as far as they are told apart
/// @param sum of all its launches
record KernelTotal(
        ClientProcess process,
        int device,
        String kernel,
        LaunchShape lastShape,
        int shapes,
        Sum sum) {}
