package org.offloadtck.launch.simulate;

import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.timing.TimingDetail;

/// The device, the instrumentation and the host resources of a simulation.
///
/// @param checks the faults that are detected besides memory errors, which always are
/// @param suppressions findings that match one are counted only
/// @param launches of the kernel, 1 or more
/// @param threads of the host that the simulation may use, 1 or more
/// @param turns of the warps of a CTA
public record SimulationOptions(
        DeviceSelection device,
        Set<Check> checks,
        Suppressions suppressions,
        Timed timed,
        int launches,
        int threads,
        WarpTurns turns) {

    public SimulationOptions {
        checks = Set.copyOf(checks);
        require("launches", launches);
        require("threads", threads);
    }

    private static void require(String what, int number) {
        if (number < 1) {
            throw new SimulationException(
                    "the number of %s is %d when it should be 1 or more".formatted(what, number));
        }
    }

    /// How much of a timed launch is recorded.
    TimingDetail detail() {
        return switch (timed) {
            case NO, YES -> TimingDetail.LAUNCH;
            case PROFILED -> TimingDetail.INSTRUCTIONS;
        };
    }

    /// Whether the launch is timed as on the device.
    public enum Timed {
        NO,
        YES,
        /// With what each instruction costs.
        PROFILED
    }
}
