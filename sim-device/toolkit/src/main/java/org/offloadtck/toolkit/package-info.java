/// A CUDA toolkit for stock compilers, without software of NVIDIA.
///
/// [ToolkitFolder] writes the folder that `--cuda-path` names. Its programs start [CudaTool]:
/// [Ptxas] assembles PTX into a device container, [org.offloadtck.toolkit.link.Nvlink] links
/// containers, [Fatbinary] packs them. [HostLibraries] has the CUDA runtime. The one rule: every
/// command line that clang 14 to 22 passes is accepted, and an option with another meaning is
/// rejected.
///
/// Start at [CudaTool].
@NullMarked
package org.offloadtck.toolkit;

import org.jspecify.annotations.NullMarked;
