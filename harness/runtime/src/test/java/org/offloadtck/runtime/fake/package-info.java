/// A device in a few hundred lines: memory is a byte array, kernels are lambdas. It implements the
/// plugin SPI exactly enough that a runtime that breaks it is noticed: ranges are checked, closed
/// memory is refused, live allocations are counted.
@NullMarked
package org.offloadtck.runtime.fake;

import org.jspecify.annotations.NullMarked;
