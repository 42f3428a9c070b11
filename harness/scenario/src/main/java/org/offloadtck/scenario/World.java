package org.offloadtck.scenario;

import java.util.ServiceLoader;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.opentest4j.TestAbortedException;

/// What the step classes of one scenario share: the ABI profile in force, the device under test,
/// and the evidence gathered on the way.
public final class World {

    private AbiProfile profile = AbiProfiles.load().profile("documented");

    /// The profile in force; `documented` until a step says otherwise.
    public AbiProfile profile() {
        return profile;
    }

    public void useProfile(String id) {
        profile = AbiProfiles.load().profile(id);
    }

    /// The first device of the plugin called `platform`. The caller closes it.
    ///
    /// @throws TestAbortedException if there is none; the scenario is then not run, and its verdict
    ///     says why
    public Device device(String platform) {
        return ServiceLoader.load(DevicePlugin.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(plugin -> plugin.name().equals(platform))
                .findFirst()
                .map(World::firstDevice)
                .orElseThrow(
                        () -> new TestAbortedException("no plugin for '" + platform + "' is here"));
    }

    private static Device firstDevice(DevicePlugin plugin) {
        return switch (plugin.discover()) {
            case Discovery.Found(var devices) -> {
                devices.stream().skip(1).forEach(Device::close);
                yield devices.getFirst();
            }
            case Discovery.Absent(var reason, var remedy) ->
                    throw new TestAbortedException(reason + "; " + remedy);
        };
    }
}
