package org.offloadtck.plugin;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.plugin.image.ProgramImage;

/// A device that executes kernels. Not thread-safe; one owner at a time.
public interface Device extends AutoCloseable {

    DeviceDescription description();

    Set<Capability> capabilities();

    /// Whether this device could load `image` (liboffload: `olIsValidBinary`). Cheap: looks at
    /// target and container, not at the code.
    boolean accepts(ProgramImage image);

    /// Loads `image` (liboffload: `olCreateProgram`).
    ///
    /// @throws DeviceException `INVALID_BINARY` if the device does not accept or cannot build it
    Program createProgram(ProgramImage image);

    /// Allocates `bytes` bytes, at least 16-byte aligned, contents undefined.
    ///
    /// @throws DeviceException `INVALID_SIZE` if `bytes` is not positive, `OUT_OF_RESOURCES`
    DeviceMemory allocate(long bytes);

    /// As [#allocate(long)], for a device whose diagnostics name memory.
    ///
    /// @param name of what the memory is for: `heat[0:N]`
    default DeviceMemory allocate(long bytes, String name) {
        return allocate(bytes);
    }

    /// As [#allocate(long, String)], of memory that the host process accesses at its device
    /// address.
    ///
    /// @return empty if the device shares no memory with the host
    default Optional<DeviceMemory> allocateShared(long bytes, String name) {
        return Optional.empty();
    }

    Queue createQueue();

    /// Registers the table with which the loaded programs translate host function pointers
    /// (`__tgt_rtl_set_function_ptr_map`); replaces the previous table. Needs
    /// [Capability#FUNCTION_POINTER_MAP].
    ///
    /// @param table rows of two 64-bit addresses, a host function's and its device counterpart's,
    ///   sorted by the host's as unsigned numbers; copied before this returns; may be empty
    /// @throws DeviceException `UNSUPPORTED` without the capability
    /// @see "declare_target_indirect.md, Runtime handling of function pointers"
    default void setFunctionPointerMap(MemorySegment table) {
        throw unsupported(Capability.FUNCTION_POINTER_MAP);
    }

    /// Stops every later launch that issues more than `instructions` instructions, each for the
    /// threads of a warp at once, with a `KERNEL_FAULT`. Needs [Capability#LAUNCH_LIMIT].
    ///
    /// @param instructions at least 1; a launch may issue some thousands more
    /// @throws DeviceException `UNSUPPORTED` if the device cannot stop a launch
    default void limitLaunches(long instructions) {
        throw unsupported(Capability.LAUNCH_LIMIT);
    }

    /// Times later launches as on the device `model`: their events have exact modelled metrics,
    /// among them [LaunchMetric#CYCLES] and [LaunchMetric#MODELLED_TIME]. Needs
    /// [Capability#TIME_MODEL].
    ///
    /// The modelled caches are empty after this call. Launches, fills and copies within the device
    /// leave their data in the second-level cache for later launches.
    ///
    /// @param model a device known to this one, `h200`
    /// @throws DeviceException `UNSUPPORTED` if the device models no time, `INVALID_VALUE` if it
    ///   does not know the model
    default void timeLaunches(String model) {
        timeLaunches(model, Map.of());
    }

    /// As [#timeLaunches(String)], with other values for some figures of the model. Needs
    /// [Capability#TIME_MODEL].
    ///
    /// @param figures values by the names of [#modelFigures]
    /// @throws DeviceException `UNSUPPORTED` if the device models no time, `INVALID_VALUE` if it
    ///   does not know the model, or a value is out of range
    default void timeLaunches(String model, Map<String, Long> figures) {
        throw unsupported(Capability.TIME_MODEL);
    }

    /// The uncertain figures of a model with their ranges. Needs [Capability#TIME_MODEL].
    ///
    /// @throws DeviceException `UNSUPPORTED` if the device models no time, `INVALID_VALUE` if it
    ///   does not know the model
    default List<ModelFigure> modelFigures(String model) {
        throw unsupported(Capability.TIME_MODEL);
    }

    /// Limits the host threads of later launches; the default is one per processor. Neither the
    /// result nor the modelled time of a launch depends on it. Needs [Capability#TIME_MODEL].
    ///
    /// @param most at least 1
    /// @throws DeviceException `UNSUPPORTED` if the device models no time, `INVALID_VALUE` if the
    ///   number is less than 1
    default void useHostThreads(int most) {
        throw unsupported(Capability.TIME_MODEL);
    }

    private DeviceException unsupported(Capability missing) {
        return new DeviceException(
                description().id(),
                missing.name(),
                DeviceError.UNSUPPORTED,
                "the device has no such capability");
    }

    /// The number of kernels launched on this device since it was opened, which shows that a
    /// program did not fall back to the host.
    long launchCount();

    @Override
    void close();
}
