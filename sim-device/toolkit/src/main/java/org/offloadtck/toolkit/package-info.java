/// A CUDA toolkit as stock compilers look for one, with nothing of NVIDIA's in it.
///
/// [ToolkitFolder] writes the folder that `--cuda-path` names. [CudaTool] is what its programs
/// start: [Ptxas] puts PTX into a device container, [Nvlink] joins containers, [Fatbinary] packs
/// them. The one rule: a command line that a compiler passes is understood, and one that would mean
/// something else here is refused.
///
/// Start at [CudaTool].
@NullMarked
package org.offloadtck.toolkit;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.toolkit.link.Nvlink;
