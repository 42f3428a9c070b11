/// The contract between the reference runtime and a device, in the vocabulary of liboffload.
///
/// A [DevicePlugin], found by `ServiceLoader`, discovers [Device]s. A device loads a
/// [org.offloadtck.plugin.image.ProgramImage] as a [Program]. Its [Kernel]s are launched, and its
/// global variables are read and written, through in-order [Queue]s over [DeviceMemory]. Features
/// that only some devices have are [Capability] values, which callers query. [DriverQueue] and
/// [DeviceOperation] are for plugins over a vendor's driver.
///
/// The one rule: a plugin does not know OpenMP. Execution mode, the extra warp of generic mode and
/// the device environment belong to the runtime; a plugin copies bytes and launches kernels.
///
/// Ownership: the caller that opens an object closes it. Closing a device closes all objects made
/// from it; using a closed object is a [DeviceException] with [DeviceError#INVALID_VALUE].
///
/// The package has more than 15 types because the SPI is one contract whose types refer to each
/// other.
///
/// Names and semantics: LLVM 22, `offload/liboffload/API/*.td`. Start at [DevicePlugin].
@NullMarked
package org.offloadtck.plugin;

import org.jspecify.annotations.NullMarked;
