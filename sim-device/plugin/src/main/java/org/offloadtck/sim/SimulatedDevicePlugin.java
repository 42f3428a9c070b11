package org.offloadtck.sim;

import java.util.List;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// The platform `sim`: one simulated GPU, on every machine.
public final class SimulatedDevicePlugin implements DevicePlugin {

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public Discovery discover() {
        return new Discovery.Found(List.of(new SimulatedDevice(name() + ":0", DeviceSpec.SM_90)));
    }
}
