package org.offloadtck.driver.offload;

import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.driver.report.RunOptions;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.sim.SimulatedGpus;

/// The devices of one process, opened for it.
///
/// @param observed whether what runs on them is told by an observer
record SessionDevices(List<Device> devices, Observation observed, Arena arena)
        implements AutoCloseable {

    private static final String SIMULATED = "sim";

    /// Who tells what ran.
    enum Observation {
        OBSERVER,
        MEASUREMENTS
    }

    SessionDevices {
        devices = List.copyOf(devices);
    }

    /// The devices of `platform`: simulated ones as the run's options have them, or what the plugin
    /// of that name finds.
    ///
    /// @throws UnusableSettingException if there is none
    static SessionDevices open(String platform, RunOptions options, Watch watch) {
        var arena = Arena.ofShared();
        if (platform.equals(SIMULATED)) {
            var specs = Collections.nCopies(options.devices(), options.device());
            return new SessionDevices(
                    SimulatedGpus.open(specs, arena, watch::of), Observation.OBSERVER, arena);
        }
        return new SessionDevices(discover(platform), Observation.MEASUREMENTS, arena);
    }

    private static List<Device> discover(String platform) {
        return ServiceLoader.load(DevicePlugin.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(plugin -> plugin.name().equals(platform))
                .findFirst()
                .map(plugin -> found(plugin.discover()))
                .orElseThrow(() ->
                        new UnusableSettingException(
                                "OFFLOAD_TCK_DEVICE is '%s' when it should be the name of a platform"
                                        .formatted(platform)));
    }

    private static List<Device> found(Discovery discovery) {
        return switch (discovery) {
            case Discovery.Found(var devices) -> devices;
            case Discovery.Absent(var reason, var remedy) ->
                    throw new UnusableSettingException(reason + "; " + remedy);
        };
    }

    @Override
    public void close() {
        devices.forEach(Device::close);
        arena.close();
    }
}
