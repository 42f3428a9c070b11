/// The commands `exec`, `driver-path` and `serve`, and the folder that programs load the driver
/// from.
///
/// [DriverFolder] contains the client libraries, the CUDA runtime, cuBLAS, cuFFT, cuSPARSE and
/// cuSOLVER, `offload-tck-exec` and the command that starts a device server. The toolkit gets a
/// CUDA runtime and these libraries, too ([CudaLibraries]).
///
/// The rule: a driver folder is never changed; another build of the kit gets another folder.
///
/// Start at [DriverFolder].
@NullMarked
package org.offloadtck.emulation.command;

import org.jspecify.annotations.NullMarked;
