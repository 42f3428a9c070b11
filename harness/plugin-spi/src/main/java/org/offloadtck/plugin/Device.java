package org.offloadtck.plugin;

import java.util.Set;

/// A device that runs kernels. Not thread-safe; one owner at a time.
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

    Queue createQueue();

    /// How many kernels have been launched on this device since it was opened: the proof that a
    /// program did not silently run on the host.
    long launchCount();

    @Override
    void close();
}
