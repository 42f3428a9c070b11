package org.offloadtck.sim;

import java.util.List;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.simt.device.DeviceSpec;

/// The platform `sim`: one simulated GPU, on every machine.
public final class SimulatedDevicePlugin implements DevicePlugin {

    /// An H100 SXM in what a program can notice, but for memory.
    private static final DeviceSpec SPEC = DeviceSpec.h100().with("Simulated sm_90", 1L << 30);

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public Discovery discover() {
        return new Discovery.Found(List.of(new SimulatedDevice(name() + ":0", SPEC)));
    }
}
