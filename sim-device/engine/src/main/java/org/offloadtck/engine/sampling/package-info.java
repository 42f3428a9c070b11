/// Fetches from textures: which texels a coordinate selects, with which weights, and what their
/// bytes become.
///
/// A [TextureUnit] carries out a fetch of a warp: it selects texels, so that observers learn of
/// them ([TexelAccess]), and then reads them.
@NullMarked
package org.offloadtck.engine.sampling;

import org.jspecify.annotations.NullMarked;
