/// CUDA arrays, mipmapped arrays, and texture and surface objects of a process.
///
/// An array is row-major in device memory: [ArrayShape] gives the pitches of its rows and slices,
/// so that an end of a copy in an [EmulatedArray] is an ordinary rectangle. Layers, faces of cubes
/// and planes are slices. Each level of a [MipmappedArray] is an array of its own in one
/// allocation. A [TextureBinding] is what the driver returns about an object of
/// `org.offloadtck.engine.texture`, which kernels use.
///
/// The rule: sizes are in elements unless the name says bytes.
///
/// Start at [ArrayShape].
@NullMarked
package org.offloadtck.emulation.array;

import org.jspecify.annotations.NullMarked;
