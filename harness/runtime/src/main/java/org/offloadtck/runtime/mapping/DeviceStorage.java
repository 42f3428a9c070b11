package org.offloadtck.runtime.mapping;

/// Whether a device has copies of the host's data.
///
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp, getTargetPointer"
enum DeviceStorage {
    /// The device has storage of its own.
    SEPARATE,
    /// The device uses the host's storage, except for arguments with the modifier `close`.
    SHARED
}
