package org.offloadtck.plugin;

import java.util.Optional;

/// Loaded device code (liboffload: `ol_program_handle_t`).
public interface Program extends AutoCloseable {

    /// The kernel called `name`, if the program has one.
    ///
    /// @throws DeviceException `UNSUPPORTED` if this device cannot run the kernel
    Optional<Kernel> kernel(String name);

    /// The memory of the global variable called `name`, if the program has one. The program owns
    /// it: closing it has no effect. Needs [Capability#SYMBOLS].
    ///
    /// @throws DeviceException `UNSUPPORTED` if the device has no symbol lookup
    Optional<DeviceMemory> global(String name);

    /// The address of the function called `name`, as code of this program calls it. Needs
    /// [Capability#FUNCTION_POINTERS].
    ///
    /// @throws DeviceException `UNSUPPORTED` if functions have no address on this device
    Optional<Long> functionAddress(String name);

    @Override
    void close();
}
