package org.offloadtck.plugin;

/// Why a device rejected or failed an operation.
///
/// Names: LLVM 22, `offload/plugins-nextgen/common/include/OffloadErrcodes.inc`; codes that no
/// operation of this contract raises are left out.
public enum DeviceError {
    /// The image is not for this device, or its code cannot be built.
    INVALID_BINARY,
    /// A size or range does not fit.
    INVALID_SIZE,
    /// An argument, handle or launch shape is not valid.
    INVALID_VALUE,
    /// The device has no memory, registers or queues left.
    OUT_OF_RESOURCES,
    /// The device lacks a capability the operation needs.
    UNSUPPORTED,
    /// Device code faulted: out-of-bounds access, trap, deadlock, assertion.
    KERNEL_FAULT,
    /// The device is gone; nothing on it can be used any more.
    DEVICE_LOST,
    /// The driver failed in another way; the message has its description.
    BACKEND_FAILURE
}
