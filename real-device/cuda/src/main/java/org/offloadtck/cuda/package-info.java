/// The plugin SPI over the CUDA driver API, through JCuda.
///
/// Images are device containers or bare PTX, which the driver compiles; start with [CudaPlugin].
/// The driver is never linked to: on a machine without one, discovery says so in a line.
///
/// The rule: every call of the driver goes through [CudaCall], which makes the device's context
/// current and turns a status into a `DeviceException`.
@NullMarked
package org.offloadtck.cuda;

import org.jspecify.annotations.NullMarked;
