package org.offloadtck.sim;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.launch.InstrumentationOptions.TimedLaunches;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.timing.TimingDetail;

/// The platform `sim`: one simulated GPU, on every machine.
public final class SimulatedDevicePlugin implements DevicePlugin {

    static final String NAME = "sim";

    /// The figures of an H100 SXM, except for the size of memory.
    private static final DeviceSpec SPEC = DeviceSpec.h100().with("Simulated sm_90", 1L << 30);

    /// All checks but [Check#LEAKCHECK]: a leak is known when the device is closed, which fails no
    /// operation.
    private static final Set<Check> CHECKS =
            Set.of(Check.MEMCHECK, Check.INITCHECK, Check.RACECHECK, Check.SYNCCHECK);

    private static final Suppressions KNOWN_DEFECTS = Suppressions.ofDeviceRuntimes();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean callsDriver() {
        return false;
    }

    @Override
    public Discovery discover() {
        var lifetime = Arena.ofShared();
        var memory = GlobalMemory.ofCapacity(SPEC.memory().bytes(), lifetime);
        var options =
                new InstrumentationOptions(CHECKS, TimedLaunches.UNCHECKED, TimingDetail.LAUNCH);
        return new Discovery.Found(
                List.of(
                        new SimulatedDevice(
                                NAME + ":0",
                                SPEC,
                                new InstrumentedMemory(memory, options),
                                new FindingsAsFailures(),
                                lifetime::close)));
    }

    /// Fails the launch or the copy in which a check found something.
    private record FindingsAsFailures() implements SimulatedDeviceObserver {

        @Override
        public void launchEnded(String kernel, LaunchShape shape, LaunchReport report) {}

        /// A copy of uninitialised memory to the host succeeds, since a runtime must copy what a
        /// program maps, whether its kernels wrote it or not.
        @Override
        public Consequence findingReported(KernelFinding finding) {
            boolean isIgnored =
                    finding.sites().isEmpty() || KNOWN_DEFECTS.matching(finding).isPresent();
            return isIgnored ? Consequence.NONE : Consequence.FAILURE;
        }
    }
}
