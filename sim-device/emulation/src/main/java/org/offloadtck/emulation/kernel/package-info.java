/// Kernels as their attributes see them: code, device, and what a program has set.
///
/// The rule: nothing here has a handle or a context.
///
/// Start at [ConfiguredKernel].
@NullMarked
package org.offloadtck.emulation.kernel;

import org.jspecify.annotations.NullMarked;
