package org.offloadtck.emulation.api;

import java.util.Optional;

/// Opens sessions for processes that use `libcuda.so`. Many threads call its method at once.
@FunctionalInterface
public interface DriverBackend {

    /// Opens the session of a process.
    ///
    /// @param visibleDevices the value of `CUDA_VISIBLE_DEVICES`; empty if it is not set
    DriverSession open(Client client, Optional<String> visibleDevices, SharedSpace space);
}
