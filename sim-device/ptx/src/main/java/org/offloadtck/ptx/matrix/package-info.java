/// Matrices that the lanes of a warp hold together: which element each lane has, in which register.
///
/// The one rule: a layout is computed from the shape and the types alone, once, for the pass that
/// moves fragments and for the engine that multiplies them.
///
/// Start at [MatrixProduct], then [FragmentLayout].
@NullMarked
package org.offloadtck.ptx.matrix;

import org.jspecify.annotations.NullMarked;
