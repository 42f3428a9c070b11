package org.offloadtck.emulation.resource;

import java.util.Locale;
import java.util.Optional;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.figures.TimedDevice;

/// One emulated device, as a process has it.
public final class EmulatedDevice {

    private final int ordinal;
    private final DeviceSpec spec;
    private final TimedDevice timed;
    private final DeviceClock clock;
    private Optional<EmulatedContext> primary = Optional.empty();
    private int primaryFlags;
    private int retained;
    private long usedMemory;

    public EmulatedDevice(int ordinal, TimedDevice device) {
        this.ordinal = ordinal;
        this.spec = device.spec();
        this.timed = device;
        this.clock =
                new DeviceClock(
                        spec.multiprocessor().clockKilohertz(), spec.multiprocessor().count());
    }

    public int ordinal() {
        return ordinal;
    }

    public DeviceSpec spec() {
        return spec;
    }

    /// The device with its timing figures.
    public TimedDevice timed() {
        return timed;
    }

    /// What `cuDeviceGetName` says: nobody is to take it for hardware.
    public String name() {
        return "Simulated NVIDIA " + spec.name().toUpperCase(Locale.ROOT);
    }

    /// Only for the worker.
    public DeviceClock clock() {
        return clock;
    }

    /// The primary context while it is active.
    public Optional<EmulatedContext> primary() {
        return primary;
    }

    /// Flags of the primary context, active or not.
    public int primaryFlags() {
        return primaryFlags;
    }

    public void setPrimaryFlags(int flags) {
        primaryFlags = flags;
        primary.ifPresent(context -> context.setFlags(flags));
    }

    public void activate(EmulatedContext context) {
        context.setFlags(primaryFlags);
        primary = Optional.of(context);
    }

    public void deactivate() {
        primary = Optional.empty();
        retained = 0;
    }

    public void retain() {
        retained++;
    }

    /// Takes back one [#retain].
    ///
    /// @return how many there still are
    public int release() {
        retained--;
        return retained;
    }

    /// Bytes of device memory that are taken.
    public long usedMemory() {
        return usedMemory;
    }

    /// Takes device memory.
    ///
    /// @return whether there was so much
    public boolean reserveMemory(long bytes) {
        if (bytes > spec.memory().bytes() - usedMemory) {
            return false;
        }
        usedMemory += bytes;
        return true;
    }

    public void releaseMemory(long bytes) {
        usedMemory -= bytes;
    }
}
