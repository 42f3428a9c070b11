/// Driver functions for CUDA arrays, mipmapped arrays, texture objects and surface objects. Copies
/// of arrays are in `org.offloadtck.emulation.memory`.
///
/// Arguments are checked as the CUDA driver API documents; what the engine cannot do is
/// `CUDA_ERROR_NOT_SUPPORTED`: formats of blocks and of planes, sparse arrays, seamless filtering
/// of cubes.
///
/// The rule: what a texture reads is checked at the fetch, since its memory may be freed before.
///
/// Start at [TextureHandlers].
@NullMarked
package org.offloadtck.emulation.texture;

import org.jspecify.annotations.NullMarked;
