/// The contract between the reference runtime and a device, in liboffload's vocabulary.
///
/// A [DevicePlugin], found by `ServiceLoader`, discovers [Device]s. A device loads a [ProgramImage]
/// as a [Program], whose [Kernel]s are launched, and whose global variables are read and written,
/// through in-order [Queue]s over [DeviceMemory]. What not every device can do is a [Capability]
/// that is asked for, never assumed. [DeviceLinker], also a service, joins the images of one
/// target.
///
/// The rule: a plugin knows nothing of OpenMP. Execution mode, the generic mode's extra warp and
/// the device environment are the runtime's duties; the plugin moves bytes and launches kernels.
///
/// Whoever opens closes: closing a device closes what was made from it, and using a closed object
/// is a [DeviceException] with [DeviceError#INVALID_VALUE].
///
/// Names and semantics: LLVM 22, `offload/liboffload/API/*.td`.
@NullMarked
package org.offloadtck.plugin;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.ProgramImage;
