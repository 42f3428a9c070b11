/// Texture and surface objects, and the instructions that use them.
///
/// A program makes an object of an array or of memory, and its handle is a number that kernels get
/// as a parameter. [TextureObjects] finds the object; a [Texture] has one [TexelGrid] for each
/// level of detail and the rules of its [TextureSampling], a [Surface] has one grid.
@NullMarked
package org.offloadtck.engine.texture;

import org.jspecify.annotations.NullMarked;
