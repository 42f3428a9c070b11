/// Packs device images into offload binaries and takes them out again, as LLVM's
/// `clang-offload-packager` does, which is `llvm-offload-binary` from release 23 on.
///
/// The rule: what is packed under a profile is byte for byte what the packager of that edition
/// packs. Start at [OffloadPackager][org.offloadtck.object.pack.OffloadPackager].
@NullMarked
package org.offloadtck.object.pack;

import org.jspecify.annotations.NullMarked;
