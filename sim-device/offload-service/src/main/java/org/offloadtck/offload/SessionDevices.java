package org.offloadtck.offload;

import java.util.Collections;
import java.util.List;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.sim.SimulatedDeviceFactory;

/// The devices of one process, opened for it.
///
/// @param observation how their launches are recorded
record SessionDevices(List<Device> devices, Observation observation) implements AutoCloseable {

    private static final String SIMULATED = "sim";

    /// How launches are recorded.
    enum Observation {
        OBSERVER,
        MEASUREMENTS
    }

    SessionDevices {
        devices = List.copyOf(devices);
    }

    /// Opens the devices of a platform: simulated ones by the options of the run, or those that its
    /// plugin discovers.
    ///
    /// @throws InvalidSettingException if there are none
    static SessionDevices open(PlatformChoice choice, OffloadRecorder watch) {
        if (choice.platform().equals(SIMULATED)) {
            var options = choice.options();
            var specs = Collections.nCopies(options.devices(), options.device());
            var checks =
                    InstrumentationOptions.checking(options.checks()).withDetail(options.detail());
            var devices =
                    SimulatedDeviceFactory.open(specs, choice.memory(), checks, watch::observer);
            if (options.timing()) {
                var model = options.device().name();
                devices.forEach(device -> device.timeLaunches(model, options.figures()));
            }
            return new SessionDevices(devices, Observation.OBSERVER);
        }
        return new SessionDevices(discover(choice.platform()), Observation.MEASUREMENTS);
    }

    private static List<Device> discover(String platform) {
        return DevicePlugin.installed().stream()
                .filter(plugin -> plugin.name().equals(platform))
                .findFirst()
                .map(plugin -> found(plugin.discover()))
                .orElseThrow(() ->
                        new InvalidSettingException(
                                "OFFLOAD_TCK_DEVICE is '%s' when it should be the name of a platform"
                                        .formatted(platform)));
    }

    private static List<Device> found(Discovery discovery) {
        return switch (discovery) {
            case Discovery.Found(var devices) -> devices;
            case Discovery.Absent(var reason, var remedy) ->
                    throw new InvalidSettingException(reason + "; " + remedy);
            case Discovery.Failed(var failure) ->
                    throw new InvalidSettingException(String.valueOf(failure.getMessage()));
        };
    }

    @Override
    public void close() {
        devices.forEach(Device::close);
    }
}
