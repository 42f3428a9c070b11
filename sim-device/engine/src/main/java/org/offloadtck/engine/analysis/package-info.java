/// Static analyses of a loaded program: whether the order of CTAs matters, which generic addresses
/// can be global, which loops compilers made of atomic operations.
///
/// The one rule: an analysis is conservative. Where it does not know, it reports the case that
/// permits less.
///
/// Start at [CtaOrderDependence] and [CompareAndSwapLoops]; both are computed on first use and kept
/// with the program.
@NullMarked
package org.offloadtck.engine.analysis;

import org.jspecify.annotations.NullMarked;
