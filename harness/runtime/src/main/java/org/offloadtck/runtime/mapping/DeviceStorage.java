package org.offloadtck.runtime.mapping;

/// Whether a device needs copies of the host's data.
///
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp, getTargetPointer"
enum DeviceStorage {
    /// Devices have storage of their own.
    SEPARATE,
    /// Devices use the host's, but for what is mapped with the modifier `close`.
    SHARED
}
