/// The arithmetic of `mma`, `wmma.mma`, `wgmma.mma_async` and `tcgen05.mma`, dense and sparse.
///
/// The one rule: PTX ISA §9.7.15 leaves order, intermediate rounding and subnormals of most types
/// open; what a device was measured to do is stated at the [DotProduct] that does it.
///
/// A [DotProduct] defines the sum of one element. A [TileProduct] computes those of all elements
/// with vector instructions, and gives the same bits.
///
/// The package has more than 15 types because the tensor cores of three generations share sums and
/// layouts, which no other package uses.
///
/// Start at [WarpMatrixProduct], and for `tcgen05.mma` at [TensorCoreProduct].
@NullMarked
package org.offloadtck.engine.matrix;

import org.jspecify.annotations.NullMarked;
