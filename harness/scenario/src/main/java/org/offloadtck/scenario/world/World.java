package org.offloadtck.scenario.world;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ScenarioEvidence;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.process.IsolatedPlugin;
import org.offloadtck.scenario.record.UnsupportedException;
import org.opentest4j.TestAbortedException;

/// What the step classes of one scenario share: the current ABI profile, the device under test, and
/// the evidence. [ScenarioHooks] passes the evidence to the recorder and closes the device.
public final class World {

    private final AbiProfiles profiles = AbiProfiles.load();
    private final List<Evidence> evidence = new ArrayList<>();
    private final Map<String, String> folders = new TreeMap<>();
    private Optional<AbiProfile> profile = Optional.empty();
    private Optional<Device> device = Optional.empty();
    private ImplementationIdentity implementation = ImplementationIdentity.REFERENCE;
    private DeviceIdentity identity = DeviceIdentity.NONE;

    /// The current profile; `documented` if no step selected one.
    public AbiProfile profile() {
        return profile.orElseGet(() -> profiles.profile("documented"));
    }

    public void useProfile(String id) {
        profile = Optional.of(profiles.profile(id));
    }

    /// Opens the first device of the plugin `platform`, which becomes the device under test. It is
    /// closed when the scenario ends or chooses another.
    ///
    /// @throws TestAbortedException if there is none; the scenario is then not run, and its verdict
    ///   contains the reason
    public Device useDevice(String platform) {
        identity = new DeviceIdentity(platform, "");
        var opened =
                IsolatedPlugin.installed().stream()
                        .filter(plugin -> plugin.name().equals(platform))
                        .findFirst()
                        .map(World::firstDevice)
                        .orElseThrow(() ->
                                new TestAbortedException(
                                        "no device plugin '%s' is installed".formatted(platform)));
        device.ifPresent(Device::close);
        device = Optional.of(opened);
        identity = identity(platform, opened);
        return opened;
    }

    /// Sets the implementation and the device under test, for scenarios that do not use the kit's
    /// own pipeline on a device of a plugin.
    public void use(ImplementationIdentity tried, DeviceIdentity on) {
        implementation = tried;
        identity = on;
    }

    /// The device under test.
    public Device device() {
        return device.orElseThrow(() -> new IllegalStateException("no step chose a device"));
    }

    /// The device under test as results name it.
    public DeviceIdentity identity() {
        return identity;
    }

    /// Requires `capability` of the device under test; otherwise the scenario ends as unsupported.
    public void require(Capability capability) {
        if (!device().capabilities().contains(capability)) {
            throw new UnsupportedException(
                    "%s lacks %s".formatted(device().description().id(), capability));
        }
    }

    /// Adds evidence to the result of the scenario.
    public void attach(Evidence shown) {
        evidence.add(shown);
    }

    /// States that a folder holds files of the scenario. Evidence names it by `name`, and the
    /// report keeps it if the scenario fails.
    public void holds(String name, Path folder) {
        folders.put(name, folder.toString());
    }

    ScenarioEvidence evidence() {
        return new ScenarioEvidence(
                profile.map(AbiProfile::id).orElse(""),
                implementation,
                identity,
                folders,
                evidence);
    }

    void close() {
        device.ifPresent(Device::close);
    }

    /// The name of a device of the plugin `platform` in results: with its architecture, if images
    /// are compiled for one.
    public static DeviceIdentity identity(String platform, Device device) {
        return new DeviceIdentity(platform, device.description().target().arch());
    }

    private static Device firstDevice(DevicePlugin plugin) {
        return switch (plugin.discover()) {
            case Discovery.Found(var devices) -> {
                devices.stream().skip(1).forEach(Device::close);
                yield devices.getFirst();
            }
            case Discovery.Absent(var reason, var remedy) ->
                    throw new TestAbortedException(reason + "; " + remedy);
            case Discovery.Failed(var failure) -> throw failure;
        };
    }
}
