package org.offloadtck.emulation.resource;

import java.util.Locale;
import java.util.Optional;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.figures.TimedDevice;

/// An emulated device as one process uses it.
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

    /// The name that `cuDeviceGetName` returns; it never equals the name of a hardware device.
    public String name() {
        return "Simulated NVIDIA " + spec.name().toUpperCase(Locale.ROOT);
    }

    /// The virtual time. Only the thread of the command queue uses it.
    public DeviceClock clock() {
        return clock;
    }

    /// The primary context; empty while it is inactive.
    public Optional<EmulatedContext> primary() {
        return primary;
    }

    /// The flags of the primary context, active or not.
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

    /// Undoes one [#retain].
    ///
    /// @return the number of remaining references
    public int release() {
        retained--;
        return retained;
    }

    /// Bytes of device memory in use.
    public long usedMemory() {
        return usedMemory;
    }

    /// Reserves device memory.
    ///
    /// @return whether that much was free
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
