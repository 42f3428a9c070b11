package org.offloadtck.driver.emulation;

import java.util.Locale;
import java.util.Optional;
import org.offloadtck.simt.device.DeviceSpec;

/// One emulated device, as a process has it.
final class Gpu {

    private final int ordinal;
    private final DeviceSpec spec;
    private final VirtualClock clock;
    private Optional<Context> primary = Optional.empty();
    private int primaryFlags;
    private int retained;
    private long used;

    Gpu(int ordinal, DeviceSpec spec) {
        this.ordinal = ordinal;
        this.spec = spec;
        this.clock =
                new VirtualClock(
                        spec.multiprocessor().clockKilohertz(), spec.multiprocessor().count());
    }

    int ordinal() {
        return ordinal;
    }

    DeviceSpec spec() {
        return spec;
    }

    /// What `cuDeviceGetName` says: nobody is to take it for hardware.
    String name() {
        return "Simulated NVIDIA " + spec.name().toUpperCase(Locale.ROOT);
    }

    /// Only for the worker.
    VirtualClock clock() {
        return clock;
    }

    /// The primary context while it is active.
    Optional<Context> primary() {
        return primary;
    }

    /// Flags of the primary context, active or not.
    int primaryFlags() {
        return primaryFlags;
    }

    void setPrimaryFlags(int flags) {
        primaryFlags = flags;
        primary.ifPresent(context -> context.setFlags(flags));
    }

    void activate(Context context) {
        context.setFlags(primaryFlags);
        primary = Optional.of(context);
    }

    void deactivate() {
        primary = Optional.empty();
        retained = 0;
    }

    void retain() {
        retained++;
    }

    /// Takes back one [#retain].
    ///
    /// @return how many there still are
    int release() {
        retained--;
        return retained;
    }

    /// Bytes of device memory that are taken.
    long used() {
        return used;
    }

    /// Takes device memory.
    ///
    /// @return whether there was so much
    boolean take(long bytes) {
        if (bytes > spec.memory().bytes() - used) {
            return false;
        }
        used += bytes;
        return true;
    }

    void giveBack(long bytes) {
        used -= bytes;
    }
}
