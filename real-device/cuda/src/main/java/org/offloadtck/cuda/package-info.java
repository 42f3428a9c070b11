/// NVIDIA GPUs behind the plugin SPI, through the CUDA driver API (JCuda).
///
/// Images are PTX, device containers, whose PTX the driver compiles, cubins and fat binaries. The
/// driver is loaded at run time: on a machine without one, discovery reports its absence. The one
/// rule: every driver call goes through [CudaCall], which makes the device's context current and
/// turns a status into a [org.offloadtck.plugin.DeviceException].
///
/// Start at [CudaPlugin].
@NullMarked
package org.offloadtck.cuda;

import org.jspecify.annotations.NullMarked;
