package org.offloadtck.scenario.runtime;

import java.util.Set;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;

/// A device that rejects images for one architecture, like an older device of the same plugin.
///
/// @param device the underlying device, owned by the caller
/// @param refused the rejected architecture
record RestrictedDevice(Device device, String refused) implements Device {

    @Override
    public DeviceDescription description() {
        return device.description();
    }

    @Override
    public Set<Capability> capabilities() {
        return device.capabilities();
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return !image.target().arch().equals(refused) && device.accepts(image);
    }

    @Override
    public Program createProgram(ProgramImage image) {
        return device.createProgram(image);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return device.allocate(bytes);
    }

    @Override
    public DeviceMemory allocate(long bytes, String name) {
        return device.allocate(bytes, name);
    }

    @Override
    public Queue createQueue() {
        return device.createQueue();
    }

    @Override
    public long launchCount() {
        return device.launchCount();
    }

    @Override
    public void close() {}
}
