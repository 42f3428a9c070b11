package org.offloadtck.sim;

import java.util.List;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.KnownDefect;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.timing.Timing;

/// The platform `sim`: one simulated GPU, on every machine.
public final class SimulatedDevicePlugin implements DevicePlugin {

    static final String NAME = "sim";

    /// An H100 SXM in what a program can notice, but for memory.
    private static final DeviceSpec SPEC = DeviceSpec.h100().with("Simulated sm_90", 1L << 30);

    /// Whatever there is, but for what kernels never free: nobody says when they should have.
    private static final Set<Check> CHECKS =
            Set.of(Check.MEMORY, Check.UNINITIALISED, Check.RACES, Check.BARRIERS);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Discovery discover() {
        var memory =
                new CheckedMemory(
                        GlobalMemory.ofCapacity(SPEC.memory().bytes()),
                        CHECKS,
                        CheckedMemory.Timed.UNCHECKED);
        return new Discovery.Found(
                List.of(new SimulatedDevice(NAME + ":0", SPEC, memory, new Unobserved())));
    }

    /// For whoever reads measurements only.
    private record Unobserved() implements SimulatedDeviceObserver {

        @Override
        public void launchEnded(
                String kernel, LaunchShape shape, LaunchOutcome result, Timing timing) {}

        @Override
        public void launchFaulted(KernelFaultException fault) {}

        /// A host that gets what nobody set is no fault of what is under test: a runtime has to
        /// copy what a program maps, whether its kernels set it or not.
        @Override
        public Consequence findingReported(KernelFinding finding) {
            boolean excused = finding.sites().isEmpty() || KnownDefect.of(finding).isPresent();
            return excused ? Consequence.NONE : Consequence.FAILURE;
        }
    }
}
