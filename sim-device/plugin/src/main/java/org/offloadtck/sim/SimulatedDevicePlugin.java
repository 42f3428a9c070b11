package org.offloadtck.sim;

import java.util.List;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.Timing;

/// The platform `sim`: one simulated GPU, on every machine.
public final class SimulatedDevicePlugin implements DevicePlugin {

    static final String NAME = "sim";

    /// An H100 SXM in what a program can notice, but for memory.
    private static final DeviceSpec SPEC = DeviceSpec.h100().with("Simulated sm_90", 1L << 30);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Discovery discover() {
        var memory = GlobalMemory.ofCapacity(SPEC.memory().bytes());
        return new Discovery.Found(
                List.of(new SimulatedDevice(NAME + ":0", SPEC, memory, new Unobserved())));
    }

    /// For whoever reads measurements only.
    private record Unobserved() implements LaunchObserver {

        @Override
        public void ended(String kernel, LaunchShape shape, LaunchResult result, Timing timing) {}

        @Override
        public void faulted(KernelFaultException fault) {}
    }
}
