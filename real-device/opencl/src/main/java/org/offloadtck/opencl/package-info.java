/// OpenCL 2.0 and later behind the plugin SPI, through JOCL.
///
/// Images are OpenCL C source, with the triple `opencl-c` of the kit, since no LLVM triple means
/// source; SPIR-V is rejected. Buffers have no addresses and programs no symbol lookup or function
/// pointers, so the runtime passes only plain kernels to these devices. [OpenClLimits] is checked
/// before a launch. The one rule: every API call goes through [OpenClCall], which turns a status
/// into a [org.offloadtck.plugin.DeviceException].
///
/// Start at [OpenClPlugin].
@NullMarked
package org.offloadtck.opencl;

import org.jspecify.annotations.NullMarked;
