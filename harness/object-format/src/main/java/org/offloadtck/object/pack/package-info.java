/// Packs device images into offload binaries and extracts them, as LLVM's `clang-offload-packager`
/// does (`llvm-offload-binary` from release 23 on).
///
/// [OffloadPackager] packs, [OffloadBinaryFinder] finds offload binaries in a file, and
/// [PackedImageSelection] selects their images.
///
/// The rule: the bytes packed under a profile equal those of the packager of that edition.
///
/// Start at [OffloadPackager].
@NullMarked
package org.offloadtck.object.pack;

import org.jspecify.annotations.NullMarked;
