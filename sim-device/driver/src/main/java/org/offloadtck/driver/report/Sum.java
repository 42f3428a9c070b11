package org.offloadtck.driver.report;

import java.util.List;
import org.offloadtck.simt.execution.LaunchCounters;

/// What a number of launches did together.
///
/// @param launches how many ended
record Sum(long launches, LaunchCounters counters, Times times) {

    static final Sum NONE = new Sum(0, new LaunchCounters(0, 0, 0, 0, 0, 0, 0), Times.NONE);

    static Sum of(KernelLaunch launch) {
        return new Sum(1, launch.counters(), Times.of(launch.timing()));
    }

    static Sum of(List<KernelTotal> kernels) {
        return kernels.stream().map(KernelTotal::sum).reduce(NONE, Sum::plus);
    }

    Sum plus(Sum other) {
        var one = counters;
        var two = other.counters;
        return new Sum(
                launches + other.launches,
                new LaunchCounters(
                        one.warpInstructions() + two.warpInstructions(),
                        one.threadInstructions() + two.threadInstructions(),
                        one.globalBytesRead() + two.globalBytesRead(),
                        one.globalBytesWritten() + two.globalBytesWritten(),
                        one.sharedBytes() + two.sharedBytes(),
                        one.barriers() + two.barriers(),
                        one.divergences() + two.divergences()),
                times.plus(other.times));
    }
}
