package org.offloadtck.sim;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.plugin.Device;

/// Opens simulated devices with specifications, memory and an observer of the caller's choice.
public final class SimulatedDeviceFactory {

    private SimulatedDeviceFactory() {}

    /// Opens a device `sim:0`, `sim:1`, … for each of `specs`; the caller closes them.
    ///
    /// @param memory shared by all of them, so that an address means the same on each; without any
    ///   allocation so far
    /// @param observers gives the observer of each device, by its index
    public static List<Device> open(
            List<DeviceSpec> specs,
            GlobalMemory memory,
            InstrumentationOptions options,
            IntFunction<SimulatedDeviceObserver> observers) {
        var instrumented = new InstrumentedMemory(memory, options);
        return IntStream.range(0, specs.size())
                .<Device>mapToObj(index ->
                        new SimulatedDevice(
                                SimulatedDevicePlugin.NAME + ":" + index,
                                specs.get(index),
                                instrumented,
                                observers.apply(index),
                                () -> {}))
                .toList();
    }
}
