/// The functions that a device supplies to kernels: `vprintf`, `malloc`, `free`, `__assertfail`
/// (*PTX Writer's Guide to Interoperability* 13.0 §5), the CUDA device runtime, and pure functions
/// of the engine.
///
/// The one rule: calls are executed for each lane in ascending order, and calls that use the heap
/// or the device runtime in the order of CTAs, so that output and addresses do not depend on the
/// schedule.
///
/// Start at [SystemCalls].
@NullMarked
package org.offloadtck.engine.systemcall;

import org.jspecify.annotations.NullMarked;
