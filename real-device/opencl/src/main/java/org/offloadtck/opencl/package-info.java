/// The plugin SPI over OpenCL 2.0 and later, through JOCL.
///
/// Images are OpenCL C source (triple `opencl-c`, which is ours: no LLVM triple means source).
/// Buffers have no addresses, there is no symbol lookup and no function pointers, so the runtime
/// hands such devices plain kernels only. Start with [OpenClPlugin].
///
/// The rule: every call of the OpenCL API goes through [OpenClCall], which turns its status into a
/// `DeviceException`.
@NullMarked
package org.offloadtck.opencl;

import org.jspecify.annotations.NullMarked;
