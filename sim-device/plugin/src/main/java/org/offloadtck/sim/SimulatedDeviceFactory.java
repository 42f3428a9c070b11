package org.offloadtck.sim;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.plugin.Device;

/// Simulated GPUs of a caller's choice, for one that wants to know what runs on them.
public final class SimulatedDeviceFactory {

    private SimulatedDeviceFactory() {}

    /// Opens a device `sim:0`, `sim:1`, … for each of `specs`; the caller closes them.
    ///
    /// @param memory of all of them together, so that an address means the same on each
    /// @param observers gives the observer of each device, by its index
    public static List<Device> open(
            List<DeviceSpec> specs,
            CheckedMemory memory,
            IntFunction<SimulatedDeviceObserver> observers) {
        return IntStream.range(0, specs.size())
                .<Device>mapToObj(index -> {
                    var spec = specs.get(index);
                    return new SimulatedDevice(
                            SimulatedDevicePlugin.NAME + ":" + index,
                            spec,
                            memory,
                            observers.apply(index));
                })
                .toList();
    }
}
