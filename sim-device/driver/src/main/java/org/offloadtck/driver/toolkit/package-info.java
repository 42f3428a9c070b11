/// A CUDA toolkit as stock compilers look for one, with nothing of NVIDIA's in it.
///
/// [ToolkitFolder] writes the folder that `--cuda-path` names. [Tool] is what its programs start:
/// [Ptxas] puts PTX into a device container, [Nvlink] joins containers, [Fatbinary] packs them. The
/// one rule: a command line that a compiler passes is understood, and one that would mean something
/// else here is refused.
///
/// Start at [Tool].
@NullMarked
package org.offloadtck.driver.toolkit;

import org.jspecify.annotations.NullMarked;
