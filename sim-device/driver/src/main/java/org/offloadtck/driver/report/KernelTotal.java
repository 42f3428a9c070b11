package org.offloadtck.driver.report;

import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.execution.LaunchShape;

/// All launches of one kernel by one process on one device.
///
/// @param device ordinal of the device, from 0
/// @param shape of the last launch
/// @param launches how many ended
/// @param counters of all of them together
record KernelTotal(
        ClientProcess process,
        int device,
        String kernel,
        LaunchShape shape,
        long launches,
        LaunchCounters counters) {

    static KernelTotal of(KernelLaunch launch) {
        return new KernelTotal(
                launch.process(),
                launch.device(),
                launch.kernel(),
                launch.shape(),
                1,
                launch.counters());
    }

    KernelTotal plus(KernelTotal later) {
        return new KernelTotal(
                process,
                device,
                kernel,
                later.shape,
                launches + later.launches,
                sum(counters, later.counters));
    }

    static LaunchCounters sum(LaunchCounters one, LaunchCounters other) {
        return new LaunchCounters(
                one.warpInstructions() + other.warpInstructions(),
                one.threadInstructions() + other.threadInstructions(),
                one.globalBytesRead() + other.globalBytesRead(),
                one.globalBytesWritten() + other.globalBytesWritten(),
                one.sharedBytes() + other.sharedBytes(),
                one.barriers() + other.barriers(),
                one.divergences() + other.divergences());
    }
}
