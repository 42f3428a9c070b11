package org.offloadtck.emulation.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.UnifiedMemory;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;

/// An emulated device as one process uses it.
public final class EmulatedDevice {

    private final int ordinal;
    private final int index;
    private final DeviceSpec spec;
    private final TimedDevice timed;
    private final SecondLevelCache cache;
    private final UnifiedMemory host;
    private final DeviceClock clock;
    private Optional<EmulatedContext> primary = Optional.empty();
    private Optional<ContextFailure> failure = Optional.empty();
    private int primaryFlags;
    private int retained;
    private long usedMemory;

    /// @param ordinal by which the process names it
    /// @param index among the devices of the machine
    /// @param host memory of the process
    public EmulatedDevice(int ordinal, int index, TimedDevice device, UnifiedMemory host) {
        this.ordinal = ordinal;
        this.index = index;
        this.spec = device.spec();
        this.timed = device;
        this.cache = new SecondLevelCache(device);
        this.host = host;
        this.clock =
                new DeviceClock(
                        spec.multiprocessor().clockKilohertz(), spec.multiprocessor().count());
    }

    /// Whether kernels access all memory of the process.
    public boolean hasUnifiedMemory() {
        return host.isAvailable();
    }

    public int ordinal() {
        return ordinal;
    }

    /// Its index among the devices of the machine, of which the process may see some only.
    public int index() {
        return index;
    }

    /// The UUID of a device, from its compute capability and its index: reproducible, and distinct
    /// from those of hardware. No byte is zero: libomptarget 22 takes it for a string.
    public static byte[] uuid(int sm, int index) {
        byte[] uuid = "offload-tck-----".getBytes(UTF_8);
        uuid[uuid.length - 2] = (byte) sm;
        uuid[uuid.length - 1] = (byte) (index + 1);
        return uuid;
    }

    /// The UUID as `nvidia-smi -L` prints it, in lower case:
    /// `gpu-6f66666c-6f61-642d-7463-6b2d2d2d4b01`.
    public static String uuidText(int sm, int index) {
        var digits = HexFormat.of().formatHex(uuid(sm, index));
        return "gpu-%s-%s-%s-%s-%s"
                .formatted(
                        digits.substring(0, 8),
                        digits.substring(8, 12),
                        digits.substring(12, 16),
                        digits.substring(16, 20),
                        digits.substring(20));
    }

    public DeviceSpec spec() {
        return spec;
    }

    /// The device with its timing figures.
    public TimedDevice timed() {
        return timed;
    }

    /// The second-level cache, which the timed launches of the process use. Only the thread of the
    /// command queue uses it.
    public SecondLevelCache cache() {
        return cache;
    }

    /// The name that `cuDeviceGetName` returns; it never equals the name of a hardware device.
    public String name() {
        return "Simulated NVIDIA " + spec.name().toUpperCase(Locale.ROOT);
    }

    /// The virtual time. Only the thread of the command queue uses it.
    public DeviceClock clock() {
        return clock;
    }

    /// The failure of all contexts of the process on this device, which lasts as long as the
    /// process: on an H200 with driver 580.159, another context returns the code of the fault, and
    /// none can be created, also after all were destroyed or reset.
    public Optional<ContextFailure> failure() {
        return failure;
    }

    void fail(ContextFailure newFailure) {
        if (failure.isEmpty()) {
            failure = Optional.of(newFailure);
        }
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

    /// Ends the primary context, and with it its flags.
    public void deactivate() {
        primary = Optional.empty();
        primaryFlags = 0;
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
